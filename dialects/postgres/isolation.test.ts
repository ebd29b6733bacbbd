/**
 * A database whose transactions are serializable by default. standby.test.ts and serializable-standby.stress.ts test a
 * standby, which refuses such transactions.
 */
import { Client } from 'pg'
import { describeEachServer } from '../../test/support/describe-each-server'
import { testsThatNeed } from '../../test/support/left-out'
import { startTestApp, type TestApp } from '../../test/support/test-app'
import { waitUntil } from '../../test/support/wait-until'
import { SERIALIZABLE, setDefault } from '../../test/engines/postgres/default-settings'
import { startPgbouncer } from '../../test/engines/postgres/pgbouncer'
import type { Pooler } from '../../test/engines/postgres/pooler'

const POOLER_MODES = ['transaction', 'statement'] as const

describeEachServer('postgres', 'a primary whose default is serializable', (server) => {
  const pooled = testsThatNeed('pgbouncer')
  const cleanUps: (() => Promise<void>)[] = []
  let url = ''
  beforeAll(async () => {
    const app = await server.serve([
      'create table batches (current int)',
      'create table receipts (id int primary key, batch int)',
      'create view slow as select r.* from (select pg_sleep(0.3)) as s, receipts as r',
      SERIALIZABLE,
    ])
    url = app.url
  })
  afterEach(async () => {
    for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
  })

  async function serve(through: string): Promise<TestApp> {
    const app = await startTestApp(through, { poolSize: 2, connectTimeout: 3000 })
    cleanUps.push(() => app.stop())
    return app
  }

  async function connected(connectionString: string): Promise<Client> {
    const client = new Client({ connectionString })
    await client.connect()
    cleanUps.push(() => client.end())
    return client
  }

  async function pooler(mode: (typeof POOLER_MODES)[number]): Promise<Pooler> {
    const started = await startPgbouncer(server.url, { mode })
    cleanUps.push(() => started.stop())
    return started
  }

  /**
   * A report that one of three serializable transactions reads; to prevent an anomaly, the report fails.
   * https://wiki.postgresql.org/wiki/SSI#Deposit_Report
   */
  async function expectNoConflict(app: TestApp): Promise<void> {
    const [adding, closing] = [await connected(url), await connected(url)]
    await adding.query('delete from receipts; delete from batches; insert into batches values (1)')
    await app.get('tables/slow')
    await adding.query('begin')
    await adding.query('select current from batches')
    await adding.query('insert into receipts values (1, 1)')
    await closing.query('update batches set current = 2')
    const reading = app.get('query?table=slow')
    await waitUntil(async () => {
      const { rowCount } = await closing.query(
        `select from pg_stat_activity where wait_event = 'PgSleep'
           and datname = current_database()`,
      )
      return rowCount === 1
    })
    await adding.query('commit')
    expect(await reading).toMatchObject({ status: 200 })
    expect(app.errors).toEqual([])
  }

  it('fails no read because of the transactions of others', async () => {
    await expectNoConflict(await serve(url))
  })

  pooled.it.each(POOLER_MODES)(
    'fails no read through a pooler in %s mode, and leaves the default of others',
    async (mode) => {
      const through = (await pooler(mode)).url(url)
      await expectNoConflict(await serve(through))
      const others = await Promise.all(Array.from({ length: 6 }, () => connected(through)))
      // The pause keeps all connections of the pooler to the server occupied.
      const states = others.map((other) =>
        other.query("select pg_sleep(0.2), current_setting('transaction_isolation') as level"),
      )
      for (const { rows } of await Promise.all(states)) {
        expect(rows).toMatchObject([{ level: 'serializable' }])
      }
    },
  )

  it('does not wait for other transactions if its default is deferrable too', async () => {
    const other = await connected(url)
    await other.query(setDefault('default_transaction_deferrable', 'on'))
    await other.query(setDefault('default_transaction_read_only', 'on'))
    await other.query('begin read write')
    await other.query('select count(*) from receipts')
    await other.query('insert into receipts values (100, 1)')
    const app = await serve(url)
    expect((await app.get('query?table=receipts')).status).toBe(200)
    await other.query('rollback')
  })
})
