/** Totals and ETags of MySQL and MariaDB across restarts, replication and failovers of servers. */
import { once } from 'node:events'
import { chmodSync, copyFileSync } from 'node:fs'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import path from 'node:path'
import type { Connection, RowDataPacket } from 'mysql2/promise'
import { connected, KINDS, startReplication, type Replication } from '../engines/mysql/replication'
import { testedKinds } from '../support/all-servers'
import { forwardTo } from '../support/forward'
import { noEngineHere } from '../support/left-out'
import { urlOfHosts } from '../support/several-hosts'
import { startTestApp, type TestApp } from '../support/test-app'
import { waitUntil } from '../support/wait-until'

const PATH = 'query?table=things&limit=1'

const names = testedKinds('mysql').map(({ name }) => name)
if (names.length === 0) noEngineHere()
else describe.each(names)('totals of %s', testTotals)

function testTotals(name: string): void {
  const kind = KINDS[name]
  if (!kind) throw new Error(`cannot start ${name}`)
  let servers: Replication
  let source: Connection
  let replica: Connection
  const apps: TestApp[] = []
  const proxies: Server[] = []

  const writer = async (url: string): Promise<Connection> => {
    const connection = await connected(url)
    await connection.query("set autocommit = 1, sql_mode = '', sql_select_limit = default")
    return connection
  }
  beforeAll(async () => {
    servers = await startReplication(kind, [
      'set autocommit = 1',
      'create database shop',
      'create table shop.things (id int auto_increment primary key) engine = InnoDB',
      'insert into shop.things values (1), (2), (3)',
    ])
    source = await writer(servers.source.url)
    replica = await writer(servers.replica.url)
    await waitUntil(() =>
      counted(replica).then(
        (total) => total === 3,
        () => false,
      ),
    )
  }, 120_000)
  afterEach(async () => {
    for (const app of apps.splice(0)) await app.stop()
    for (const proxy of proxies.splice(0)) proxy.close()
  })
  afterAll(async () => {
    source.destroy()
    replica.destroy()
    await servers.source.stop()
    await servers.replica.stop()
  }, 60_000)

  async function counted(server: Connection): Promise<number> {
    const [[row]] = await server.query<RowDataPacket[]>('select count(*) as n from shop.things')
    return Number(row?.['n'])
  }
  async function start(url: string): Promise<TestApp> {
    const app = await startTestApp(url)
    apps.push(app)
    return app
  }
  async function total(app: TestApp): Promise<number> {
    const { text } = await app.get(PATH)
    return (JSON.parse(text) as { pagination?: { total: number } }).pagination?.total ?? -1
  }
  /** Waits until a response has an ETag: the total is cached then. @returns the ETag */
  async function tagged(app: TestApp): Promise<string> {
    let tag: string | undefined
    await waitUntil(async () => (tag = (await app.get(PATH)).headers.etag) !== undefined, 30_000)
    return tag ?? ''
  }
  const status = async (app: TestApp, tag: string): Promise<number> =>
    (await app.get(PATH, { headers: { 'If-None-Match': tag } })).status

  it('are counted again on a replica after each change that it applies', async () => {
    const app = await start(`${servers.replica.url}/shop`)
    for (let changes = 0; changes < 5; changes++) {
      const tag = await tagged(app)
      const before = await counted(replica)
      await source.query('insert into shop.things values ()')
      await waitUntil(async () => (await counted(replica)) > before)
      expect(await status(app, tag)).toBe(200)
      expect(await total(app)).toBe(before + 1)
    }
  }, 60_000)

  it.each(['stops', 'crashes'])(
    'are counted again after the server %s',
    async (end) => {
      const app = await start(`${servers.replica.url}/shop`)
      const tag = await tagged(app)
      replica.destroy()
      if (end === 'stops') await servers.replica.restart?.()
      else {
        await servers.replica.kill?.()
        await servers.replica.resume?.()
      }
      replica = await writer(servers.replica.url)
      await replica.query('set sql_log_bin = 0')
      await replica.query('insert into shop.things values (?)', [1000 + (await counted(replica))])
      await waitUntil(async () => (await app.get(PATH)).status === 200)
      expect(await status(app, tag)).toBe(200)
      expect(await total(app)).toBe(await counted(replica))
    },
    60_000,
  )

  it('are counted again after the import of a tablespace', async () => {
    const [[folder]] = await source.query<RowDataPacket[]>('select @@datadir as path')
    const file = (table: string, type: string): string =>
      path.join(String(folder?.['path']), 'shop', `${table}.${type}`)
    await source.query('set sql_log_bin = 0')
    await source.query('create table shop.exported like shop.things')
    await source.query('insert into shop.exported values (1), (2), (3), (4), (5), (6), (7)')
    const app = await start(`${servers.source.url}/shop`)
    await source.query('alter table shop.things discard tablespace')
    await source.query('flush tables shop.exported for export')
    for (const type of ['ibd', 'cfg']) {
      copyFileSync(file('exported', type), file('things', type))
      chmodSync(file('things', type), 0o666)
    }
    await source.query('unlock tables')
    const other = 'query?table=exported&limit=1'
    await waitUntil(async () => (await app.get(other)).headers.etag !== undefined, 30_000)
    const tag = (await app.get(other)).headers.etag ?? ''
    await source.query('alter table shop.things import tablespace')
    expect((await app.get(other, { headers: { 'If-None-Match': tag } })).status).toBe(200)
    expect(await total(app)).toBe(7)
    await source.query('set sql_log_bin = 1')
  }, 60_000)

  it('are counted again when the address leads to another server', async () => {
    const forwards = [servers.source, servers.replica].map(({ url }) => forwardTo(new URL(url)))
    const clients = new Set<Socket>()
    let chosen = 0
    const proxy = createServer((client) => {
      clients.add(client)
      forwards[chosen]?.(client)
    }).listen(0, '127.0.0.1')
    proxies.push(proxy)
    await once(proxy, 'listening')
    const { port } = proxy.address() as AddressInfo
    const app = await start(`mysql://root@127.0.0.1:${port}/shop`)
    for (const [index, server] of [source, replica, source].entries()) {
      chosen = index % 2
      for (const client of clients) client.destroy()
      clients.clear()
      await waitUntil(async () => (await app.get(PATH)).status === 200)
      expect(await total(app)).toBe(await counted(server))
      await tagged(app)
    }
  }, 60_000)

  it('are counted again on the host that takes over', async () => {
    const app = await start(urlOfHosts([servers.source.url, servers.replica.url].map(ofShop)))
    const tag = await tagged(app)
    expect(await total(app)).toBe(await counted(source))
    await servers.source.kill?.()
    await waitUntil(async () => (await app.get(PATH)).status === 200, 30_000)
    expect(await status(app, tag)).toBe(200)
    expect(await total(app)).toBe(await counted(replica))
  }, 60_000)
}

function ofShop(url: string): string {
  return `${url}/shop`
}
