/** Group replication of MySQL: three nodes, of which one accepts writes. */
import { openDatabase } from '../../src'
import { startGroup } from '../engines/mysql/group-replication'
import { connected } from '../engines/mysql/replication'
import { testedKinds } from '../support/all-servers'
import { expectFailOver, hostOf, servedBy, urlOfHosts } from '../support/several-hosts'
import { startTestApp } from '../support/test-app'
import type { RunningServer } from '../support/test-server'
import { waitUntil } from '../support/wait-until'

for (const { name } of testedKinds('mysql').filter((kind) => kind.name === 'mysql')) {
  describe(`group replication of ${name}`, () => {
    let nodes: RunningServer[] = []
    const urls = (): string[] => nodes.map(({ url }) => `${url}/shop`)
    beforeAll(async () => {
      nodes = await startGroup()
      const writer = await connected(nodes[0]?.url ?? '')
      const statements = [
        'create database shop',
        'create table shop.things (id int primary key)',
        'insert into shop.things values (1), (2), (3)',
        // A view may not contain a variable.
        'create function shop.this_port() returns int deterministic return @@port',
        'create view shop.served_by as select shop.this_port() as port',
      ]
      await writer.query('set autocommit = 1')
      for (const statement of statements) await writer.query(statement)
      await writer.end()
      for (const url of urls()) await untilCopied(url)
    }, 240_000)
    afterAll(async () => {
      for (const node of nodes) await node.stop()
    }, 60_000)

    async function untilCopied(url: string): Promise<void> {
      const reader = await connected(url.replace('/shop', ''))
      await waitUntil(async () => {
        const query = reader.query<never[]>('select port from shop.served_by')
        return query.then(
          ([rows]) => rows.length === 1,
          () => false,
        )
      }, 30_000)
      await reader.end()
    }

    async function untilExpelled(url: string): Promise<void> {
      const reader = await connected(url.replace('/shop', ''))
      await waitUntil(async () => {
        const members = 'select member_id from performance_schema.replication_group_members'
        const [rows] = await reader.query<never[]>(members)
        return rows.length === 2
      }, 60_000)
      await reader.end()
    }

    it.each([
      ['primary', 0],
      ['standby', 1],
    ])('is read from the %s by target_session_attrs', async (target, node) => {
      const app = await startTestApp(urlOfHosts(urls(), `?target_session_attrs=${target}`))
      try {
        expect(await servedBy(app)).toBe(hostOf(urls()[node] ?? ''))
      } finally {
        await app.stop()
      }
    })

    it('is read from another node if one is killed, but not from a node without a majority', async () => {
      const database = await openDatabase(urlOfHosts(urls()))
      const app = await startTestApp(urlOfHosts(urls()))
      try {
        await expectFailOver(app, 'query?table=things', () => nodes[0]?.kill?.())
        expect(await database.isReady()).toBe(true)
        // Before the group has expelled the first node, a second kill would lose the majority.
        await untilExpelled(urls()[1] ?? '')
        await nodes[1]?.kill?.()
        const reason = (): string | undefined => database.hosts().at(-1)?.reason
        await waitUntil(reason, 30_000)
        expect(reason()).toBe('the node has lost the majority of its cluster')
        await waitUntil(async () => !(await database.isReady()))
        expect((await app.get('query?table=things')).status).toBe(500)
      } finally {
        await app.stop()
        await database.close()
      }
    }, 120_000)
  })
}
