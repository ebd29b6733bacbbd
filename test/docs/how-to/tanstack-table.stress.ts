/** The grid of docs/how-to/tanstack-table.md with this server and with an implementation in Python. */
import { defaultShopDatabase } from '../../../fixtures/shop/default-database'
import { startPython } from '../../conformance/implementations'
import { codeBlocks } from '../../support/document-code'
import { testsThatNeed } from '../../support/left-out'
import { startTestApp, type TestApp } from '../../support/test-app'
import { testGrid } from './tanstack-grid'

const DOCUMENT = 'docs/how-to/tanstack-table.md'

describe('with this server', () => {
  let app: TestApp
  const grid = testGrid('own', [], async (siteOrigin) => {
    const [, command = ''] = codeBlocks(DOCUMENT, 'sh')
    const [, origin = ''] = /--cors-origins (\S+)/.exec(command) ?? []
    expect(origin).toBe('https://app.example')
    app = await startTestApp(await defaultShopDatabase(), {
      corsOrigins: [siteOrigin],
      maxUrlLength: 300,
    })
    return { baseUrl: `${app.origin}/api/table-viewer`, stop: () => app.stop() }
  })

  const { it } = testsThatNeed('chromium')

  it('shows the error of the API', async () => {
    await grid.page.getByRole('searchbox').fill('x'.repeat(300))
    const alert = await grid.page.getByRole('alert').textContent()
    const { text } = await app.get(`query?table=customers&filter=${'x'.repeat(300)}`)
    expect(JSON.parse(text)).toMatchObject({ error: 'URL_TOO_LONG', message: alert })
    // The browser logs the error response too.
    expect(grid.errors.splice(0)).toEqual([expect.stringContaining('414')])
  })
})

describe('with an implementation in Python', () => {
  testGrid('python', ['python3'], async (siteOrigin) =>
    startPython(await defaultShopDatabase(), ['--origin', siteOrigin]),
  )
})
