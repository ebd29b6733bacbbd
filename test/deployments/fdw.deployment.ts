/** A million rows in partitions that are foreign tables of two other servers. @alone: it measures time. */
import { Client } from 'pg'
import { run } from '../engines/postgres/foreign-tables'
import { startPrivately, testedKinds } from '../support/all-servers'
import { timeRatio } from '../support/ratio'
import { startTestApp, type TestApp } from '../support/test-app'
import type { RunningServer } from '../support/test-server'

const ROWS = 1_000_000
const COLUMNS = `id bigint not null, customer text not null, note text, amount numeric(12,2) not null,
  created timestamptz not null`

/** Rows to search in: "rare" is in 2,000 of them, "plain" in the others. */
const rowsOf = (where: string): string => `
  select i, 'customer ' || (i * 7919 % 100003)
      || case when i % 1000 < 2 then ' Rare' || i else ' plain' end,
    case when i % 10 > 0 then 'note ' || md5(i::text) end, i % 977 * 1.25,
    timestamptz '2024-01-01Z' + i * interval '1 minute'
  from generate_series(1::bigint, ${ROWS}) as i where ${where}`

/** The goal is 1.3. The bound is higher because other programs slow down a small machine. */
const MAX_RATIO = 1.8

describe.each(testedKinds('postgres'))('partitions on two servers of $name', (kind) => {
  const servers: RunningServer[] = []
  let app: TestApp
  let expert: Client
  beforeAll(async () => {
    for (let server = 0; server < 3; server++) servers.push(await startPrivately(kind))
    const [main, ...shards] = servers.map(({ url }) => url)
    await Promise.all(
      shards.map((url, shard) =>
        run(url, [
          `create table orders (${COLUMNS}, primary key (id))`,
          `insert into orders ${rowsOf(`i % 2 = ${shard}`)}`,
          'create index on orders (created)',
          'vacuum analyze orders',
        ]),
      ),
    )
    await run(main ?? '', [
      'create extension postgres_fdw',
      `create table orders (${COLUMNS}) partition by list ((id % 2))`,
      ...shards.flatMap((url, shard) => [
        `create server shard_${shard} foreign data wrapper postgres_fdw
          options (host '127.0.0.1', port '${new URL(url).port}', dbname 'postgres')`,
        `create user mapping for postgres server shard_${shard} options (user 'postgres')`,
        `create foreign table orders_${shard} partition of orders for values in (${shard})
          server shard_${shard} options (table_name 'orders')`,
        `analyze orders_${shard}`,
      ]),
      `create table local (${COLUMNS})`,
      `insert into local ${rowsOf('true')}`,
    ])
    app = await startTestApp(main ?? '')
    expert = new Client({ connectionString: main ?? '' })
    await expert.connect()
  }, 180_000)
  afterAll(async () => {
    await expert.end()
    await app.stop()
    for (const server of servers) await server.stop()
  })

  const read = async (table: string, parameters: string): Promise<unknown> => {
    const { status, text } = await app.get(`query?table=${table}&${parameters}`)
    if (status !== 200) throw new Error(text)
    return JSON.parse(text)
  }

  it.each([
    'limit=10',
    'limit=1000&page=137',
    'limit=1000&page=1000',
    'limit=10&page=100001',
    'sort=created:desc&limit=100&page=50',
    'sort=amount:asc&limit=100&page=77',
    'sort=note:asc&limit=100&page=3',
    'sort=customer:desc,note:asc&limit=10&page=2',
    'filter=rARE&limit=1000&page=2',
    'filter=nothing%20contains%20this',
    'filter=c4ca4&filterColumns=note&columns=id,note',
  ])(
    'returns the same page as a local table: %s',
    async (parameters) => {
      expect(await read('orders', parameters)).toEqual(await read('local', parameters))
    },
    60_000,
  )

  const search = (text: string): string =>
    `where customer ilike '%${text}%' or note ilike '%${text}%'`
  const count = (where: string): string =>
    `select (select count(*) from orders_0 ${where}) + (select count(*) from orders_1 ${where})`
  const page = (where: string, order: string): string =>
    `select * from orders ${where} order by ${order}`

  it.each([
    ['page 1', 'limit=10', ['', 'id limit 10']],
    ['page 50,001', 'limit=10&page=50001', ['', 'id limit 10 offset 500000']],
    ['page 1 by time', 'sort=created:desc', ['', 'created desc limit 10']],
    ['page 1 by an amount without an index', 'sort=amount:asc', ['', 'amount limit 10']],
    ['search with many hits', 'filter=plain', [search('plain'), 'id limit 10']],
    ['search with few hits', 'filter=rare1', [search('rare1'), 'id limit 10']],
    ['search without hits', 'filter=rare-', [search('rare-'), 'id limit 10']],
  ] as const)(
    '%s takes less than 1.8 times as long as statements by hand',
    async (title, parameters, [where, order]) => {
      const ratio = await timeRatio({
        title,
        request: () => read('orders', parameters),
        byHand: async () => {
          await expert.query(page(where, order))
          await expert.query(count(where))
        },
      })
      expect(ratio).toBeLessThan(MAX_RATIO)
    },
    120_000,
  )
})
