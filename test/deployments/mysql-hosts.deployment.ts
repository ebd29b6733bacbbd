/** Several hosts in the connection string of MySQL and MariaDB: a source and its replica. */
import { openDatabase } from '../../src'
import { connected, KINDS, startReplication, type Replication } from '../engines/mysql/replication'
import { leaveOutMissingEngines, noEngineHere } from '../support/left-out'
import { expectFailOver, hostOf, loadDuring, servedBy, urlOfHosts } from '../support/several-hosts'
import { startTestApp, type TestApp, type TestAppOptions } from '../support/test-app'
import { testServers } from '../support/test-servers'
import { waitUntil } from '../support/wait-until'

leaveOutMissingEngines('several hosts', 'mysql')

const names = testServers()
  .filter(({ dialect }) => dialect === 'mysql')
  .map(({ name }) => name)

if (names.length === 0) noEngineHere()
else describe.each(names)('several hosts of %s', testHosts)

function testHosts(name: string): void {
  const kind = KINDS[name]
  if (!kind) throw new Error(`cannot start ${name}`)
  let servers: Replication | undefined
  const source = (): string => `${servers?.source.url}/shop`
  const replica = (): string => `${servers?.replica.url}/shop`
  const apps: TestApp[] = []
  beforeAll(async () => {
    servers = await startReplication(kind, [
      'create database shop',
      'create table shop.things (id int primary key)',
      'insert into shop.things values (1), (2), (3)',
      // A view may not contain a variable.
      'create function shop.this_port() returns int deterministic return @@port',
      'create view shop.served_by as select shop.this_port() as port',
    ])
    const reader = await connected(servers.replica.url)
    const isCopied = async (): Promise<boolean> => {
      const query = reader.query<never[]>('select port from shop.served_by')
      return query.then(
        ([rows]) => rows.length === 1,
        () => false,
      )
    }
    await waitUntil(isCopied)
    await reader.end()
  }, 120_000)
  afterEach(async () => {
    for (const app of apps.splice(0)) await app.stop()
  })
  afterAll(async () => {
    await servers?.source.stop()
    await servers?.replica.stop()
  }, 60_000)

  async function start(url: string, options?: TestAppOptions): Promise<TestApp> {
    const app = await startTestApp(url, options)
    apps.push(app)
    return app
  }

  it('are read from the first host, from the second one while the first is down, then from the first again', async () => {
    const app = await start(urlOfHosts([source(), replica()]))
    expect(await servedBy(app)).toBe(hostOf(source()))
    await expectFailOver(app, 'query?table=things', () => servers?.source.kill?.())
    expect(await servedBy(app)).toBe(hostOf(replica()))
    await servers?.source.resume?.()
    const returned = await loadDuring(app, 'query?table=things', () =>
      waitUntil(async () => (await servedBy(app)) === hostOf(source()), 30_000),
    )
    expect(returned.failures).toBe(0)
  }, 60_000)

  it.each([
    ['primary', source],
    ['read-write', source],
    ['standby', replica],
    ['read-only', replica],
    ['prefer-standby', replica],
  ])('are chosen by target_session_attrs=%s', async (target, url) => {
    for (const urls of [
      [source(), replica()],
      [replica(), source()],
    ]) {
      const app = await start(urlOfHosts(urls, `?target_session_attrs=${target}`))
      expect(await servedBy(app)).toBe(hostOf(url()))
    }
  })

  it('are left out while their replication lag is unknown', async () => {
    const app = await start(urlOfHosts([replica(), source()]), { maxReplicaLag: 5000 })
    await waitUntil(async () => (await servedBy(app)) === hostOf(replica()), 30_000)
    const reader = await connected(servers?.replica.url ?? '')
    await reader.query(kind.stopReplication)
    await reader.end()
    await waitUntil(async () => (await servedBy(app)) === hostOf(source()))
  }, 60_000)

  const hasVariable = name === 'mariadb'
  it(`${hasVariable ? 'accept' : 'refuse'} wsrep_sync_wait`, async () => {
    if (hasVariable) {
      const app = await start(`${source()}?wsrep_sync_wait=1`)
      expect(await servedBy(app)).toBe(hostOf(source()))
      return
    }
    await expect(openDatabase(`${source()}?wsrep_sync_wait=1`)).rejects.toThrow(
      'is not a node of a Galera cluster: remove wsrep_sync_wait',
    )
  })
}
