/** A primary and a standby, of which each can fail, for the tests of the enclosing block. */
import { Client } from 'pg'
import { startTestApp, type TestApp, type TestAppOptions } from '../../support/test-app'
import type { RunningServer } from '../../support/test-server'
import { testServers } from './server'
import { clusterFolder, startStandby } from './standby'

export interface PrimaryAndStandby {
  /** Available while tests run, not while they are defined. */
  readonly primary: RunningServer
  /** Available while tests run, like `primary`. */
  readonly standby: RunningServer
  /** @returns a client that ends after the last test */
  connect(url: string): Promise<Client>
  /** @returns an app that stops after the test */
  start(url: string, options?: TestAppOptions): Promise<TestApp>
}

/**
 * Starts the servers before the first test. They have the table `things` with 30 rows and the view
 * `served_by`, which `servedBy` reads.
 */
export function primaryAndStandby(): PrimaryAndStandby {
  const cleanUps: (() => Promise<unknown>)[] = []
  const apps: TestApp[] = []
  let servers: Pick<PrimaryAndStandby, 'primary' | 'standby'> | undefined

  const connect = async (url: string): Promise<Client> => {
    const client = new Client({ connectionString: url })
    client.on('error', () => undefined)
    await client.connect()
    cleanUps.push(() => client.end().catch(() => undefined))
    return client
  }
  const stopLater = (server: RunningServer): RunningServer => {
    cleanUps.push(() => server.stop())
    return server
  }
  const started = (): Pick<PrimaryAndStandby, 'primary' | 'standby'> => {
    if (!servers) throw new Error('the servers have not started')
    return servers
  }

  beforeAll(async () => {
    const folder = clusterFolder()
    const [server] = testServers
    if (!server) throw new Error('no server')
    const primary = stopLater(await server.start(folder))
    const client = await connect(primary.url)
    await client.query('create table things (id int primary key)')
    await client.query('insert into things select generate_series(1, 30)')
    await client.query('create view served_by as select inet_server_port() as port')
    servers = { primary, standby: stopLater(await startStandby(folder, client)) }
  }, 120_000)
  afterEach(async () => {
    for (const app of apps.splice(0)) await app.stop()
  })
  afterAll(async () => {
    for (const cleanUp of cleanUps.reverse()) await cleanUp()
  }, 60_000)

  return {
    get primary() {
      return started().primary
    },
    get standby() {
      return started().standby
    },
    connect,
    start: async (url, options) => {
      const app = await startTestApp(url, options)
      apps.push(app)
      return app
    },
  }
}
