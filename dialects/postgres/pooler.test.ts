/** Through a pooler, other programs use the same sessions of the server, so the app may leave no state on them. @long */
import { Client } from 'pg'
import { openDatabase } from '../../src'
import { describeEachServer } from '../../test/support/describe-each-server'
import { effort } from '../../test/support/effort'
import { testsThatNeed } from '../../test/support/left-out'
import { startTestApp, type TestApp } from '../../test/support/test-app'
import { waitUntil } from '../../test/support/wait-until'
import { startPgbouncer, type PgbouncerOptions } from '../../test/engines/postgres/pgbouncer'
import { testPooler } from '../../test/engines/postgres/pooler-tests'
import { waitingLocks } from '../../test/engines/postgres/waiting-locks'
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

  it('are given back to a pooler in session mode', async () => {
    const { url } = await server.serve([TABLE])
    const pooler = await startPgbouncer(server.url, { mode: 'session', poolSize: 3 })
    const app = await startTestApp(pooler.url(url), { poolSize: 3, idleTimeout: 500 })
    const others = Array.from({ length: 3 }, () => new Client(pooler.url(url)))
    try {
      await useAll(app, 3)
      for (const other of others) await other.connect()
      const began = Date.now()
      await Promise.all(others.map((other) => other.query('select 1')))
      expect(Date.now() - began).toBeLessThan(5000)
    } finally {
      for (const other of others) await other.end()
      await app.stop()
      await pooler.stop()
    }
  })

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

describeEachServer('postgres', 'a locked table behind a pooler', (server) => {
  const TIMEOUT = 1000

  it('keeps requests that share a count waiting up to the statement timeout', async () => {
    const { url } = await server.serve(['create table things (id int primary key)'])
    const pooler = await startPgbouncer(server.url, { mode: 'transaction', poolSize: 3 })
    const app = await startTestApp(pooler.url(url), { poolSize: 1, statementTimeout: TIMEOUT })
    const writer = new Client(url)
    await writer.connect()
    try {
      await app.get('query?table=things')
      await writer.query('begin')
      await writer.query('lock table things in access exclusive mode')
      const began = Date.now()
      const pages = [1, 2, 3].map((page) => app.get(`query?table=things&page=${page}`))
      for (const { status } of await Promise.all(pages)) expect(status).toBe(500)
      expect(Date.now() - began).toBeLessThan(4 * TIMEOUT)
      expect(await waitingLocks(writer)).toBe(0)
      await writer.query('commit')
      expect((await app.get('query?table=things')).status).toBe(200)
    } finally {
      await writer.end()
      await app.stop()
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
