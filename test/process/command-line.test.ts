/** The command line of the built program; command-line.stress.ts starts it for more. @long */
import { writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import path from 'node:path'
import { people } from '../../fixtures/conformance/conformance'
import { helpText } from '../../src/program/help-text'
import { builtProgram, outputOf } from '../support/built-program'
import { describeEachDialect, withoutApp } from '../support/describe-each-engine'
import { failedStart } from '../support/failed-start'
import { fetchJson } from './fetch-json'

const program = builtProgram()
const { folder, serve, runToEnd } = program

/** The program without arguments. */
let usual: Awaited<ReturnType<typeof serve>>
/** The program with arguments. */
let changed: Awaited<ReturnType<typeof serve>>
beforeAll(async () => {
  usual = await serve([])
  const config = path.join(folder, 'config.json')
  writeFileSync(config, JSON.stringify({ mountPath: '/from-file' }))
  changed = await serve([
    '--config',
    config,
    '--max-limit',
    '3',
    '--viewer-path',
    '/some/where',
    '--api-docs',
    'false',
  ])
}, 60_000)
afterAll(() => {
  program.clear()
})

it('serves the example database by default', async () => {
  const { line, baseUrl } = usual
  expect(line).toBe(`${baseUrl} is ready, try: curl '${baseUrl}/tables'`)
  expect(baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/api\/table-viewer$/)
  const tables = await (await fetch(`${baseUrl}/tables`)).json()
  expect(tables).toContain('visits')
  const query = await fetch(`${baseUrl}/query?table=visits&limit=1`)
  expect(await query.json()).toMatchObject({ pagination: { total: 105_938 } })
})

describe('the viewer', () => {
  /** Loads the page and its script, and lists the tables by the API that the page names. */
  const tablesBy = async (address: string): Promise<unknown> => {
    const html = await (await fetch(address)).text()
    const [, api = ''] = /<meta name="tablequery-api" content="([^"]+)"/.exec(html) ?? []
    const [, script = ''] = /<script [^>]*src="([^"]+)"/.exec(html) ?? []
    expect((await fetch(new URL(script, address))).headers.get('content-type')).toMatch(
      /javascript/,
    )
    return (await fetch(new URL(`${api}/tables`, address))).json()
  }

  it('is at the printed address', async () => {
    const { origin } = new URL(usual.baseUrl)
    expect(await usual.next()).toBe(`Open ${origin}/ to see the tables.`)
    expect(await tablesBy(`${origin}/`)).toContain('stock_movements')
  })

  it('is followed by a line that says that no connection is set', async () => {
    expect(await usual.next()).toBe(
      'No connection is set, so this is the bundled example. For your own database, pass its URL or file.',
    )
  })

  it('moves to --viewer-path', async () => {
    const { origin } = new URL(changed.baseUrl)
    expect(await changed.next()).toBe(`Open ${origin}/some/where/ to see the tables.`)
    const { url } = await fetch(`${origin}/some/where`)
    expect(url).toBe(`${origin}/some/where/`)
    expect(await tablesBy(url)).toContain('stock_movements')
    expect((await fetch(`${origin}/`)).status).toBe(404)
  })
})

withoutApp(describeEachDialect)('the program', { tables: [people], views: [] }, (t) => {
  it('serves the database of its argument', async () => {
    const { baseUrl } = await serve([t.database.url, '--mount-path', '/db'])
    expect(baseUrl).toMatch(/\/db$/)
    expect(await (await fetch(`${baseUrl}/tables`)).json()).toEqual(['people'])
  })
})

it('reads settings from a file and from flags', async () => {
  expect(changed.baseUrl).toMatch(/\/from-file$/)
  expect((await fetch(`${changed.baseUrl}/query?table=orders&limit=4`)).status).toBe(400)
  expect((await fetch(`${usual.baseUrl}/query?table=orders&limit=4`)).status).toBe(200)
})

it('serves no document of the API with --api-docs false, and no metrics without --metrics', async () => {
  for (const path of ['/openapi.json', '/docs', '/docs/', '/metrics']) {
    expect(await fetchJson(new URL(path, changed.baseUrl).href)).toMatchObject({ status: 404 })
  }
})

it.each(['GET /api/table-viewer/query?table=é HTTP/1.1\r\nHost: x\r\n\r\n', 'nonsense\r\n\r\n'])(
  'responds to invalid HTTP with the error body of the contract: %.40j',
  async (bytes) => {
    const socket = connect(Number(new URL(usual.baseUrl).port), '127.0.0.1')
    socket.end(bytes)
    const [head = '', body = ''] = (await outputOf(socket)).split('\r\n\r\n')
    expect(head).toMatch(/^HTTP\/1\.1 400 Bad Request\r\nContent-Type: application\/json/)
    expect(JSON.parse(body)).toMatchObject({
      error: 'INVALID_QUERY',
      details: { parameter: 'request' },
    })
  },
)

it('prints its options', async () => {
  const help = await runToEnd(['--help'])
  expect(help).toEqual({ code: 0, stdout: helpText(), stderr: '' })
  expect(help.stdout).toContain('Usage: tablequery [CONNECTION] [options]')
  expect(help.stdout).toContain('--max-limit')
})

it('prints one line if the port is in use', async () => {
  const { port } = new URL(usual.baseUrl)
  const message = `cannot listen on 127.0.0.1:${port}: the port is in use`
  const failed = { code: 1, stdout: '', stderr: `tablequery: ${message}\n` }
  expect(await runToEnd([], { PORT: port })).toEqual(failed)
})

describe('a failed start has a message, here without a process', () => {
  const text = path.join(folder, 'text.db')
  writeFileSync(text, 'this is not a database, but long enough to be taken for one: '.repeat(40))
  const empty = path.join(folder, 'empty.db')
  writeFileSync(empty, '')

  it.each([
    [['--port', 'x'], '--port must be a whole number from 0 to 65535'],
    [['sqlite:/nope.db'], 'no such file: /nope.db'],
    [[text], `not a SQLite database: ${text}`],
    [[folder], `not a file: ${folder}`],
    [
      ['mysql://u:100%@127.0.0.1:1/db'],
      "the connection's password is not percent-encoded: write % as %25",
    ],
    [['postgres://u:pw@127.0.0.1:1/db'], 'nothing listens at 127.0.0.1:1: connection refused'],
    [
      [empty, '--database-role', 'x'],
      'databaseRole, jwtDatabaseRoleClaim: a sqlite database has no roles for callers',
    ],
  ])('%j', async (args, message) => {
    expect(await failedStart(args)).toEqual({ message, log: '' })
  })
})
