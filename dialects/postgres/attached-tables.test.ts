/** Partitions and children that are attached or detached while Postgres plans a statement. */
import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import { waitingLocks } from '../../test/engines/postgres/waiting-locks'
import { describeEachServer } from '../../test/support/describe-each-server'
import { effort } from '../../test/support/effort'
import type { ReceivedResponse } from '../../test/support/send-request'
import type { TestApp } from '../../test/support/test-app'

const PARTS = effort(20, 100)
const ATTACHED_LATER = effort(4, 8)

describeEachServer('postgres', 'a table with partitions or children', (server) => {
  let app: TestApp
  const clients: Client[] = []
  const connect = async (): Promise<Client> => {
    const client = new Client({ connectionString: app.url })
    clients.push(client)
    // The database is dropped before the client ends.
    client.on('error', () => undefined)
    await client.connect()
    return client
  }

  beforeAll(async () => {
    app = await server.serve([
      'create table inherited (id integer primary key)',
      'create table inherited_1 () inherits (inherited)',
      'create table inherited_2 (id integer not null)',
      'insert into inherited_1 select generate_series(1, 20)',
      'insert into inherited_2 select generate_series(101, 105)',
      'create table family (id integer primary key)',
      'create table family_1 () inherits (family)',
      'insert into family values (1)',
      'insert into family_1 select generate_series(2, 20)',
      'create view seen as select * from family',
      'create table split (id integer primary key) partition by range (id)',
      'create table split_1 partition of split for values from (0) to (100)',
      'create table split_2 (id integer primary key)',
      'insert into split_1 select generate_series(1, 20)',
      'insert into split_2 select generate_series(101, 105)',
      'create table plain (id integer primary key)',
      'create table plain_1 (id integer not null)',
      'insert into plain select generate_series(1, 20)',
      'insert into plain_1 select generate_series(101, 105)',
      ...['never', 'once', 'policed'].flatMap((name) => [
        `create table ${name} (k integer primary key, t text)`,
        `create table ${name}_1 (k integer not null, t text)`,
        `create table ${name}_2 (k integer not null, t text)`,
        `insert into ${name} values (0, 'a'), (1, 'b')`,
        `insert into ${name}_2 values (-1, 'b')`,
      ]),
      'alter table once_1 inherit once',
      'alter table once_1 no inherit once',
      'alter table policed enable row level security',
      'alter table policed force row level security',
      'create policy everything on policed using (k < 100)',
      'create table many (id integer primary key) partition by range (id)',
      `do $$ begin
        for n in 0..${PARTS - 1} loop
          execute format('create table many_%s (id integer primary key)', n);
          execute format('insert into many_%s values (%s)', n, n);
          if n < ${PARTS - ATTACHED_LATER} then
            execute format('alter table many attach partition many_%s for values from (%s) to (%s)',
              n, n, n + 1);
          end if;
        end loop;
      end $$`,
    ])
  })
  afterAll(async () => {
    for (const client of clients) await client.end()
  })

  const ask = (table: string, tag = '', limit = 3): Promise<ReceivedResponse> =>
    app.get(`query?table=${table}&limit=${limit}`, {
      headers: tag === '' ? {} : { 'If-None-Match': tag },
    })
  const totalOf = ({ text }: ReceivedResponse): number =>
    (JSON.parse(text) as { pagination: { total: number } }).pagination.total

  const untilOneWaits = async (watcher: Client, table: string): Promise<void> => {
    while ((await waitingLocks(watcher, table)) === 0) await delay(5)
  }

  it.each(effort(['seen'], ['family', 'seen']))(
    'is not read by a plan with a detached child: %s',
    async (table) => {
      const owner = await connect()
      // Concurrent requests, so that they use all connections of the pool.
      const askAll = (): Promise<ReceivedResponse[]> =>
        Promise.all(Array.from({ length: 10 }, (_, n) => ask(table, '', n + 20)))
      await askAll()
      await owner.query('begin; alter table family_1 no inherit family')
      const planned = askAll()
      await untilOneWaits(owner, 'family_1')
      await owner.query('commit')
      await planned
      const responses = await askAll()
      await owner.query('alter table family_1 inherit family')
      for (const response of responses) {
        const { data } = JSON.parse(response.text) as { data: unknown[] }
        expect([data.length, totalOf(response)]).toEqual([1, 1])
      }
    },
  )

  it.each([
    ['inherited', 'alter table inherited_2 inherit inherited'],
    ['split', 'alter table split attach partition split_2 for values from (100) to (200)'],
  ])(
    'has no cached total of a read that was planned before a change and ran after it: %s',
    async (table, change) => {
      const [holder, owner] = [await connect(), await connect()]
      await ask('plain')
      await holder.query(`begin; lock table only ${table}_1`)
      const planned = ask(table)
      await untilOneWaits(owner, `${table}_1`)
      await owner.query(change)
      await holder.query('rollback')
      const first = await planned
      // Postgres decides which rows the first response contains; the next statement gets a new plan.
      expect(totalOf(await ask(table))).toBe(25)
      const { status } = await ask(table, first.headers.etag ?? '"none"')
      expect([status, totalOf(first)]).not.toEqual([304, 20])
      app.expireCaches()
      expect(totalOf(await ask(table))).toBe(25)
    },
  )

  // Postgres looks up the children of a table separately for each mention of it in a statement.
  it.each<[string, string, number]>([
    ['never', 'filter=b', 2],
    ['policed', '', 3],
    ['once', '', 3],
    ...effort<[string, string, number][]>(
      [],
      [
        ['never', '', 3],
        ['policed', 'filter=b', 2],
        ['once', 'filter=b', 2],
      ],
    ),
  ])('is read and counted with the same children: %s, %s', async (table, search, total) => {
    const [holder, owner] = [await connect(), await connect()]
    expect((await app.get(`tables/${table}`)).status).toBe(200)
    await owner.query(`alter table ${table}_1 inherit ${table}`)
    await holder.query(`begin; lock table only ${table}_1`)
    const planned = app.get(`query?table=${table}&sort=k:asc&columns=k&limit=1&${search}`)
    await untilOneWaits(owner, `${table}_1`)
    await owner.query(`alter table ${table}_2 inherit ${table}`)
    await holder.query('rollback')
    const { text } = await planned
    await owner.query(`alter table ${table}_1 no inherit ${table}`)
    await owner.query(`alter table ${table}_2 no inherit ${table}`)
    expect(JSON.parse(text)).toMatchObject({ data: [{ k: -1 }], pagination: { total } })
  })

  it('has no cached total after the first child is attached', async () => {
    const owner = await connect()
    expect(totalOf(await ask('plain'))).toBe(20)
    await owner.query('alter table plain_1 inherit plain')
    const response = await ask('plain')
    expect(totalOf(response)).toBe(25)
    expect(response.headers.etag).toBeUndefined()
    await owner.query('alter table plain_1 no inherit plain')
    expect(totalOf(await ask('plain'))).toBe(20)
  })

  it('has an ETag if it is partitioned', async () => {
    let tag: string | undefined
    // Other transactions of the server may change the token during a request.
    for (let attempt = 0; attempt < 50 && tag === undefined; attempt++) {
      tag = (await ask('split')).headers.etag
      await delay(50)
    }
    expect(tag).toBeDefined()
  })

  it('has the right total after each of the partitions that are attached during reads', async () => {
    const owner = await connect()
    let attached = PARTS - ATTACHED_LATER
    for (let part = attached; part < PARTS; part++) {
      const reading = Promise.all(
        Array.from({ length: 4 }, async (_, reader) => {
          for (let page = 1; page <= 3; page++) {
            await app.get(`query?table=many&limit=${reader + 1}&page=${page}`)
          }
        }),
      )
      await owner.query(
        `alter table many attach partition many_${part} for values from (${part}) to (${part + 1})`,
      )
      attached++
      await reading
      expect(totalOf(await ask('many'))).toBe(attached)
    }
  })
})
