/**
 * The command line of the built program: the first start of a user, `DATABASE_URL`, files of tokens and permissions,
 * and failed starts.
 */
import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { people } from '../../fixtures/conformance/conformance'
import { builtProgram } from '../support/built-program'
import { describeEachEngine, withoutApp } from '../support/describe-each-engine'

const program = builtProgram()
const { folder, serve, runToEnd } = program
afterAll(() => {
  program.clear()
})

it('creates the example database for a user who has not started it before', async () => {
  const { baseUrl } = await serve([], { XDG_CACHE_HOME: folder })
  expect(readdirSync(path.join(folder, 'tablequery'))).toEqual([expect.stringMatching(/\.sqlite$/)])
  const query = await fetch(`${baseUrl}/query?table=visits&limit=1`)
  expect(await query.json()).toMatchObject({ pagination: { total: 105_938 } })
}, 60_000)

withoutApp(describeEachEngine)('the program', { tables: [people], views: [] }, (t) => {
  it('serves the database of DATABASE_URL', async () => {
    const { baseUrl } = await serve([], { DATABASE_URL: t.database.url })
    expect(await (await fetch(`${baseUrl}/tables`)).json()).toEqual(['people'])
  })
})

it('reads tokens and permissions from files, and serves no viewer with --viewer-path off', async () => {
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
  const { baseUrl } = await serve([
    ...['--tokens-file', tokens, '--permissions-file', permissions],
    ...['--viewer-path', 'off'],
  ])
  expect((await fetch(new URL('/', baseUrl))).status).toBe(404)
  const refused = await fetch(`${baseUrl}/tables`)
  expect(refused.status).toBe(401)
  expect(refused.headers.get('WWW-Authenticate')).toBe('Bearer realm="tablequery"')
  const read = async (path: string): Promise<unknown> => {
    const headers = { Authorization: 'Bearer correct-horse-battery' }
    return (await fetch(`${baseUrl}/${path}`, { headers })).json()
  }
  expect(await read('tables')).toEqual(['customers', 'orders'])
  expect(await read('query?table=orders&limit=1')).toMatchObject({ columns: ['id', 'status'] })
  expect(await read('query?table=employees')).toMatchObject({ error: 'TABLE_NOT_FOUND' })
})

it('--version prints the version', async () => {
  const { version } = JSON.parse(
    readFileSync(path.join(__dirname, '../../package.json'), 'utf8'),
  ) as { version: string }
  expect(await runToEnd(['--version'])).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' })
})

describe('a failed start prints one line', () => {
  const expectFailure = async (
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
  it.each([
    [['nope.db'], 'no such file: nope.db'],
    [['--port', 'x'], '--port must be a whole number from 0 to 65535'],
  ])('%j', async (args, message) => {
    await expectFailure(args, message)
  })

  it('if the example database cannot be created', async () => {
    const folder = `/dev/null/tablequery-${process.getuid?.() ?? 0}`
    const reason = `ENOTDIR: not a directory, mkdir '${folder}'`
    await expectFailure([], `cannot create the example database: ${reason}`, {
      XDG_CACHE_HOME: '/dev/null',
      TMPDIR: '/dev/null',
    })
  })
})
