/** A Galera cluster of three nodes. */
import { createConnection, type Connection, type RowDataPacket } from 'mysql2/promise'
import { openDatabase } from '../../src'
import { startGalera } from '../engines/mysql/galera'
import { testsThatNeed } from '../support/left-out'
import { expectFailOver, urlOfHosts } from '../support/several-hosts'
import { startTestApp, type TestApp } from '../support/test-app'
import type { RunningServer } from '../support/test-server'
import { waitUntil } from '../support/wait-until'

const { describe: describeGalera } = testsThatNeed('galera')

describeGalera('Galera', () => {
  let nodes: RunningServer[] = []
  const apps: TestApp[] = []
  const writers: Connection[] = []
  beforeAll(async () => {
    nodes = await startGalera()
    for (const { url } of nodes) {
      const writer = await createConnection({ uri: url.replace('mariadb:', 'mysql:') })
      await writer.query("set autocommit = 1, sql_mode = ''")
      writers.push(writer)
    }
    await writers[0]?.query('create database test')
    await writers[0]?.query('create table test.orders (id integer primary key, t varchar(20))')
    for (const { url } of nodes) apps.push(await startTestApp(`${url}/test`))
  }, 120_000)
  afterAll(async () => {
    for (const app of apps) await app.stop()
    for (const writer of writers) writer.destroy()
    for (const node of nodes) await node.stop()
  }, 60_000)

  it('has three nodes', async () => {
    const [rows] = (await writers[0]?.query<RowDataPacket[]>(
      "show status like 'wsrep_cluster_size'",
    )) ?? [[]]
    expect(rows[0]?.['Value']).toBe('3')
  })

  it('returns the rows of all nodes from each node', async () => {
    for (const [node, writer] of writers.entries()) {
      await writer.query("insert into test.orders values (?, 'Straße'), (?, null)", [
        node,
        node + 10,
      ])
    }
    const data = [0, 1, 2, 10, 11, 12].map((id) => ({ id, t: id < 10 ? 'Straße' : null }))
    for (const app of apps) {
      await waitUntil(async () => {
        const { text } = await app.get('query?table=orders')
        return (JSON.parse(text) as { pagination: { total: number } }).pagination.total === 6
      })
      const { text } = await app.get('query?table=orders')
      expect((JSON.parse(text) as { data: unknown }).data).toEqual(data)
      const found = await app.get('query?table=orders&filter=STRA%C3%9FE&sort=id:desc&limit=2')
      expect(JSON.parse(found.text)).toMatchObject({
        data: [{ id: 2 }, { id: 1 }],
        pagination: { total: 3 },
      })
    }
  })

  it('returns each committed row from another node with wsrep_sync_wait', async () => {
    await writers[0]?.query('create table test.counted (id integer primary key)')
    const app = await startTestApp(`${nodes[1]?.url ?? ''}/test?wsrep_sync_wait=1`)
    apps.push(app)
    for (let written = 1; written <= 100; written++) {
      await writers[0]?.query('insert into test.counted values (?)', [written])
      const { text } = await app.get('query?table=counted&limit=1')
      expect((JSON.parse(text) as { pagination: unknown }).pagination).toMatchObject({
        total: written,
      })
    }
  }, 60_000)

  const PATH = 'query?table=orders'
  const untilTagged = async (app: TestApp): Promise<Record<string, string>> => {
    let tag: string | undefined
    await waitUntil(async () => (tag = (await app.get(PATH)).headers.etag) !== undefined, 30_000)
    return { 'If-None-Match': tag ?? '' }
  }

  it('responds 304 only until another node has written, with wsrep_sync_wait', async () => {
    const app = await startTestApp(`${nodes[1]?.url ?? ''}/test?wsrep_sync_wait=1`)
    apps.push(app)
    for (let written = 1; written <= 5; written++) {
      const headers = await untilTagged(app)
      await writers[0]?.query('insert into test.orders values (?, null)', [100 + written])
      const { status, text } = await app.get(PATH, { headers })
      expect([status, text.includes(`"total":${6 + written}`)]).toEqual([200, true])
    }
  }, 90_000)

  it('is read from another node if one is killed, but not from a node without a majority', async () => {
    const url = urlOfHosts(nodes.map((node) => `${node.url}/test`))
    const database = await openDatabase(url)
    const app = await startTestApp(url)
    apps.push(app)
    const last = await startTestApp(`${nodes[2]?.url ?? ''}/test`)
    apps.push(last)
    try {
      await expectFailOver(app, PATH, () => nodes[0]?.kill?.())
      expect(await database.isReady()).toBe(true)
      const headers = await untilTagged(last)
      await nodes[1]?.kill?.()
      // Without a majority, the last node refuses every query.
      await waitUntil(async () => !(await database.isReady()), 30_000)
      const reason = (): string | undefined => database.hosts().at(-1)?.reason
      await waitUntil(reason, 30_000)
      expect(reason()).toBe('the node has lost the majority of its cluster')
      expect((await app.get(PATH)).status).toBe(500)
      // The other nodes may have written since, so no 304.
      expect((await last.get(PATH, { headers })).status).toBe(500)
    } finally {
      await database.close()
    }
  }, 120_000)
})
