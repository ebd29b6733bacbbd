/** The routes of the viewer page. */
import { gzipSync } from 'node:zlib'
import { createApp } from '../../src/app'
import { readBuiltPage, type BuiltPage } from '../../src/http/pages/built-page'
import { viewerRoutes } from '../../src/http/viewer-page/routes'
import { builtPage } from '../support/built-package'
import { NO_TABLES } from '../support/no-tables'
import { sendRequest, type ReceivedResponse } from '../support/send-request'
import { serveApp } from '../support/serve-app'

let page: BuiltPage
beforeAll(async () => {
  page = await readBuiltPage(builtPage('viewer'))
})

const headers = { 'Accept-Encoding': 'gzip' }

/** The responses that a browser loads first: the page and its files. */
async function load(viewerPath: string, mountPath: string): Promise<ReceivedResponse[]> {
  const otherRoutes = [viewerRoutes({ page, viewerPath, mountPath })]
  const { origin, stop } = await serveApp(createApp({ tables: NO_TABLES, mountPath, otherRoutes }))
  try {
    const path = viewerPath === '/' ? '/' : `${viewerPath}/`
    const html = await sendRequest(origin, path)
    const files = [...html.text.matchAll(/(?:src|href)="\.\/([^"]+)"/g)].map(
      ([, file = '']) => path + file,
    )
    return [
      html,
      ...(await Promise.all(files.map((file) => sendRequest(origin, file, { headers })))),
    ]
  } finally {
    stop()
  }
}

it('loads less than 150 kB, compressed, before it shows data', async () => {
  const responses = await load('/', '/api')
  expect(responses.length).toBeGreaterThan(4)
  expect(responses.filter(({ status }) => status !== 200)).toEqual([])
  const bytes = responses.reduce((sum, response) => sum + response.bytes.length, 0)
  expect(bytes).toBeGreaterThan(50_000)
  expect(bytes).toBeLessThan(150_000)
})

it('loads the charts only when they are used: less than 50 kB, compressed', async () => {
  const chart = [...page].filter(([name]) => name.startsWith('assets/chart-dialog'))
  expect(chart.map(([name]) => name.split('.').at(-1)).sort()).toEqual(['css', 'js'])
  const bytes = chart.reduce((sum, [, content]) => sum + gzipSync(content).length, 0)
  expect(bytes).toBeGreaterThan(10_000)
  expect(bytes).toBeLessThan(50_000)
  const [html] = await load('/', '/api')
  expect(html?.text).not.toContain('chart-dialog')
})

it.each([
  ['/', '/api/table-viewer', 'api/table-viewer'],
  ['/', '/', '.'],
  ['/tables', '/api', '../api'],
  ['/deep/er', '/deep/api', '../api'],
])(
  'at %s, reaches the API at %s by the relative URL %s',
  async (viewerPath, mountPath, address) => {
    const [html, ...files] = await load(viewerPath, mountPath)
    expect(html?.text).toContain(`<meta name="tablequery-api" content="${address}" />`)
    // Relative addresses are resolved against the URL with its final slash.
    const base = `http://any${viewerPath === '/' ? '/' : `${viewerPath}/`}`
    expect(new URL(`${address}/tables`, base).pathname).toBe(
      mountPath === '/' ? '/tables' : `${mountPath}/tables`,
    )
    expect(files.length).toBeGreaterThan(3)
    expect(files.filter(({ status }) => status !== 200)).toEqual([])
  },
)

it('may not load from other origins, nor evaluate text as code', async () => {
  const responses = await load('/', '/api')
  for (const response of responses) {
    const policy = String(response.headers['content-security-policy'])
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("trusted-types 'none'")
    expect(policy).not.toMatch(/unsafe|\*|data:|https?:/)
  }
})
