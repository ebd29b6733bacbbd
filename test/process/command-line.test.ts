/** The program as its users start it: built, in a process of its own. */
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import path from 'node:path'
import { createInterface } from 'node:readline'
import Database from 'better-sqlite3'
import { people } from '../../fixtures/conformance/conformance'
import { describeEachEngine } from '../support/describe-each-engine'
import { builtProgram, outputOf } from '../support/built-program'

const program = builtProgram()
const { folder, serve, runToEnd } = program

afterAll(() => {
  program.clear()
})

it('serves the shop when no database is named', async () => {
  const { line, baseUrl } = await serve([])
  expect(line).toBe(`${baseUrl} is ready, try: curl '${baseUrl}/tables'`)
  expect(baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/api\/table-viewer$/)
  const tables = await (await fetch(`${baseUrl}/tables`)).json()
  expect(tables).toContain('stock_movements')
  const query = await fetch(`${baseUrl}/query?table=stock_movements&limit=1`)
  expect(await query.json()).toMatchObject({ pagination: { total: 100_000 } })
}, 60_000)

describe('the page that shows the tables', () => {
  const tablesBy = async (address: string): Promise<unknown> => {
    const html = await (await fetch(address)).text()
    const [, api = ''] = /<meta name="tablequery-api" content="([^"]+)"/.exec(html) ?? []
    const [, script = ''] = /<script [^>]*src="([^"]+)"/.exec(html) ?? []
    expect((await fetch(new URL(script, address))).headers.get('content-type')).toMatch(
      /javascript/,
    )
    return (await fetch(new URL(`${api}/tables`, address))).json()
  }

  it('is at the address that is printed', async () => {
    const { baseUrl, next } = await serve([])
    const { origin } = new URL(baseUrl)
    expect(await next()).toBe(`Open ${origin}/ to see the tables.`)
    expect(await tablesBy(`${origin}/`)).toContain('stock_movements')
  })

  it('can be moved', async () => {
    const { baseUrl, next } = await serve([
      '--viewer-path',
      '/some/where',
      '--mount-path',
      '/some/api',
    ])
    const { origin } = new URL(baseUrl)
    expect(await next()).toBe(`Open ${origin}/some/where/ to see the tables.`)
    const { url } = await fetch(`${origin}/some/where`)
    expect(url).toBe(`${origin}/some/where/`)
    expect(await tablesBy(url)).toContain('stock_movements')
    expect((await fetch(`${origin}/`)).status).toBe(404)
  })

  it('can be left out', async () => {
    const { baseUrl } = await serve(['--viewer-path', 'off'])
    expect((await fetch(new URL('/', baseUrl))).status).toBe(404)
  })
})

describeEachEngine('the program', { tables: [people], views: [] }, (t) => {
  it('serves the database that it is given', async () => {
    const { baseUrl } = await serve([t.database.url, '--mount-path', '/db'])
    expect(baseUrl).toMatch(/\/db$/)
    expect(await (await fetch(`${baseUrl}/tables`)).json()).toEqual(['people'])
  })

  it('finds it in DATABASE_URL', async () => {
    const { baseUrl } = await serve([], { DATABASE_URL: t.database.url })
    expect(await (await fetch(`${baseUrl}/tables`)).json()).toEqual(['people'])
  })
})

it('takes settings from everywhere', async () => {
  const { baseUrl: first } = await serve([])
  const config = path.join(folder, 'config.json')
  writeFileSync(config, JSON.stringify({ mountPath: '/from-file' }))
  const { baseUrl } = await serve(['--config', config, '--max-limit', '3'])
  expect(baseUrl).toMatch(/\/from-file$/)
  expect((await fetch(`${baseUrl}/query?table=orders&limit=4`)).status).toBe(400)
  expect((await fetch(`${first}/query?table=orders&limit=4`)).status).toBe(200)
})

it('lets in whom its files name, and shows them what they may read', async () => {
  const file = (name: string, content: unknown): string => {
    writeFileSync(path.join(folder, name), JSON.stringify(content))
    return path.join(folder, name)
  }
  const tokens = file('tokens.json', [
    { name: 'ada', secret: 'correct-horse-battery', roles: ['sales'] },
  ])
  const permissions = file('permissions.json', {
    roles: { sales: { allow: { orders: ['id', 'status'], customers: ['*'] } } },
  })
  const { baseUrl } = await serve(['--tokens-file', tokens, '--permissions-file', permissions])
  const refused = await fetch(`${baseUrl}/tables`)
  expect(refused.status).toBe(401)
  expect(refused.headers.get('WWW-Authenticate')).toBe('Bearer realm="tablequery"')
  const ask = async (path: string): Promise<unknown> => {
    const headers = { Authorization: 'Bearer correct-horse-battery' }
    return (await fetch(`${baseUrl}/${path}`, { headers })).json()
  }
  expect(await ask('tables')).toEqual(['customers', 'orders'])
  expect(await ask('query?table=orders&limit=1')).toMatchObject({ columns: ['id', 'status'] })
  expect(await ask('query?table=employees')).toMatchObject({ error: 'TABLE_NOT_FOUND' })
})

it.each(['GET /api/table-viewer/query?table=é HTTP/1.1\r\nHost: x\r\n\r\n', 'nonsense\r\n\r\n'])(
  'answers what is no request in the shape of an error: %.40j',
  async (bytes) => {
    const { baseUrl } = await serve([])
    const socket = connect(Number(new URL(baseUrl).port), '127.0.0.1')
    socket.end(bytes)
    const [head = '', body = ''] = (await outputOf(socket)).split('\r\n\r\n')
    expect(head).toMatch(/^HTTP\/1\.1 400 Bad Request\r\nContent-Type: application\/json/)
    expect(JSON.parse(body)).toMatchObject({
      error: 'INVALID_QUERY',
      details: { parameter: 'request' },
    })
  },
)

it('logs a failure as one line of JSON with the id of its request', async () => {
  const file = path.join(folder, 'failing.sqlite')
  new Database(file)
    .exec(
      "create table t (id); insert into t values (1); create view v as select json('{') as bad from t",
    )
    .close()
  const { baseUrl, child } = await serve([file])
  if (!child.stderr) throw new Error('no log')
  const logged = once(createInterface(child.stderr), 'line')
  const headers = { 'X-Request-Id': 'request-7' }
  expect((await fetch(`${baseUrl}/query?table=v`, { headers })).status).toBe(500)
  const [line] = (await logged) as [string]
  expect(JSON.parse(line)).toMatchObject({ requestId: 'request-7', msg: 'request failed' })
  expect(line).toContain('malformed JSON')
})

it.each(['SIGINT', 'SIGTERM'] as const)('ends on %s', async (signal) => {
  const { child } = await serve([])
  child.kill(signal)
  expect(await once(child, 'exit')).toEqual([0, null])
})

it('prints its version and its options', async () => {
  const { version } = JSON.parse(
    readFileSync(path.join(__dirname, '../..', 'package.json'), 'utf8'),
  ) as {
    version: string
  }
  expect(await runToEnd(['--version'])).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' })
  const help = await runToEnd(['--help'])
  expect([help.code, help.stderr]).toEqual([0, ''])
  expect(help.stdout).toContain('Usage: tablequery [CONNECTION] [options]')
  expect(help.stdout).toContain('--max-limit')
})

describe('what stops the start is said in one line', () => {
  const fails = async (
    args: readonly string[],
    message: string,
    environment: Record<string, string> = {},
  ): Promise<void> => {
    expect(await runToEnd(args, environment)).toEqual({
      code: 1,
      stdout: '',
      stderr: `tablequery: ${message}\n`,
    })
  }
  const text = path.join(folder, 'text.db')
  writeFileSync(text, 'this is not a database, but long enough to be taken for one: '.repeat(40))

  it.each([
    [['nope.db'], 'no such file: nope.db'],
    [['sqlite:/nope.db'], 'no such file: /nope.db'],
    [[text], `not a SQLite database: ${text}`],
    [[folder], `not a file: ${folder}`],
    [['--database-role', 'x'], 'a sqlite database has no roles for callers'],
    [['--port', 'x'], '--port must be a whole number from 0 to 65535'],
    [
      ['mysql://u:100%@127.0.0.1:1/db'],
      "the connection's password is not percent-encoded: write % as %25",
    ],
    [['postgres://u:pw@127.0.0.1:1/db'], 'nothing listens at 127.0.0.1:1: connection refused'],
  ])('%j', async (args, message) => {
    await fails(args, message)
  })

  it('no place for the example database', async () => {
    const reason = "ENOTDIR: not a directory, mkdir '/dev/null/tablequery'"
    await fails([], `cannot create the example database: ${reason}`, {
      XDG_CACHE_HOME: '/dev/null',
    })
  })

  it('a port in use', async () => {
    const { baseUrl } = await serve([])
    const { port } = new URL(baseUrl)
    await fails([], `cannot listen on 127.0.0.1:${port}: the port is in use`, { PORT: port })
  })
})
