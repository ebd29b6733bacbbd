/**
 * Through a pooler, other programs use the same sessions of the server, so the app may leave no state on them.
 * pooler.stress.ts tests a full pooler and locked tables.
 *
 * @long
 */
import { Client } from 'pg'
import { openDatabase } from '../../src'
import { describeEachServer } from '../../test/support/describe-each-server'
import { effort } from '../../test/support/effort'
import { testsThatNeed } from '../../test/support/left-out'
import { startTestApp, type TestApp } from '../../test/support/test-app'
import { waitUntil } from '../../test/support/wait-until'
import { startPgbouncer, type PgbouncerOptions } from '../../test/engines/postgres/pgbouncer'
import { testPooler } from '../../test/engines/postgres/pooler-tests'
import { poolerDetection } from './pooler'
import { Session } from './session'

describeEachServer('postgres', 'pgbouncer in transaction mode', (server) => {
  testPooler(server, {
    start: (url) => startPgbouncer(url, { mode: 'transaction' }),
    poolSize: 12,
    isBrief: effort(true, false),
    needs: 'pgbouncer',
    description: ' through a pooler in transaction mode',
  })
})

const { it } = testsThatNeed('pgbouncer')

describeEachServer('postgres', 'idle connections', (server) => {
  const TABLE = 'create table things (id int primary key)'

  async function useAll(app: TestApp, connections: number): Promise<void> {
    const pages = Array.from({ length: 4 * connections }, (_, page) =>
      app.get(`query?table=things&page=${page + 1}`),
    )
    for (const { status } of await Promise.all(pages)) expect(status).toBe(200)
  }

  it('are closed except one, which proves that the server has not crashed', async () => {
    const { url } = await server.serve([TABLE])
    const app = await startTestApp(url, { poolSize: 4, idleTimeout: 300 })
    const direct = new Client(server.url.href)
    await direct.connect()
    const connections = async (): Promise<number> => {
      const { rows } = await direct.query(
        'select from pg_stat_activity where datname = $1 and application_name = $2',
        [new URL(url).pathname.slice(1), 'tablequery'],
      )
      return rows.length
    }
    try {
      await useAll(app, 4)
      // The app that `server.serve` started has one, too.
      await waitUntil(async () => (await connections()) === 2)
      const { headers } = await app.get('query?table=things')
      expect(headers.etag).toBeDefined()
    } finally {
      await direct.end()
      await app.stop()
    }
  })
})

describeEachServer('postgres', 'the mode of a pooler', (server) => {
  it('is detected again after a minute if the pooler was busy', async () => {
    const pooler = await startPgbouncer(server.url, {
      mode: 'transaction',
      settings: ['max_client_conn = 2'],
    })
    const create = (): Session => {
      const session = new Session({ connectionString: pooler.url(server.url.href) }, create)
      session.on('error', () => {
        session.drop()
      })
      return session
    }
    let time = 0
    const detect = poolerDetection(() => time)
    const modeOfNewSession = async (): Promise<unknown> => {
      const session = create()
      await session.connect()
      return detect(session).finally(() => session.end())
    }
    const other = new Client(pooler.url(server.url.href))
    try {
      await other.connect()
      expect(await modeOfNewSession()).toBe('unknown')
      await other.end()
      time += 59_999
      expect(await modeOfNewSession()).toBe('unknown')
      time += 1
      expect(await modeOfNewSession()).toBe('transaction')
    } finally {
      await pooler.stop()
    }
  })
})

describeEachServer('postgres', 'refusals of pgbouncer', (server) => {
  const CASES = [
    ['a parameter', 'refuses a parameter of the connection', { search: '?options=-c%20geqo=off' }],
    [
      'too many clients',
      'has no connection left',
      { settings: ['max_client_conn = 3'], others: 3 },
    ],
    [
      'no free connection',
      'has no connection to the server left',
      { mode: 'session', poolSize: 1, settings: ['query_wait_timeout = 1'], others: 1 },
    ],
    ['a failed login', 'cannot log in to its server', { user: 'no_such_user' }],
  ] as const satisfies readonly (readonly [string, string, Case])[]
  interface Case extends Partial<PgbouncerOptions> {
    readonly search?: string
    readonly others?: number
    readonly user?: string
  }

  it.each<readonly [string, string, Case]>(CASES)('%s: %s', async (_, words, options) => {
    const url = await server.create(['create table things (id int primary key)'])
    const { search = '', others = 0, user, ...settings } = options
    const login = new URL(server.url)
    if (user !== undefined) login.username = user
    const pooler = await startPgbouncer(login, { mode: 'transaction', ...settings })
    const clients = Array.from({ length: others }, () => new Client(pooler.url(url)))
    try {
      for (const client of clients) {
        await client.connect()
        await client.query('select 1')
      }
      const through = pooler.url(url)
      await expect(openDatabase(through + search, { connectTimeout: 5000 })).rejects.toThrow(
        `the pooler at ${new URL(through).host} ${words}`,
      )
    } finally {
      for (const client of clients) await client.end()
      await pooler.stop()
    }
  })
})
