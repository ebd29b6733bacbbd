/**
 * Holds the model of docs/how-to/scaling.md against a deployment: the costs of requests are measured with
 * one standby, and predict two standbys with another mixture of requests, both with four processes behind
 * nginx. All share the cores of one machine, so the costs of all add up; and because the machine may have
 * other work to do, the prediction is made for the cores that the deployment got.
 *
 * @alone it measures time.
 */
import { Client } from 'pg'
import { testServers } from '../engines/postgres/server'
import { clusterFolder, startStandby } from '../engines/postgres/standby'
import { builtProgram } from '../support/built-program'
import { describeEachServer } from '../support/describe-each-server'
import { testsThatNeed } from '../support/left-out'
import { parentOf } from '../support/process-family'
import type { RunningServer } from '../support/test-server'
import { waitUntil } from '../support/wait-until'
import { costsOf, secondsOf, type Observation } from './scaling/cost-model'
import { startDeployment, type Deployment, type Standby } from './scaling/deployment'
import { mixture, TABLES } from './scaling/loads'
import {
  eachPart,
  observed,
  report,
  reportCosts,
  sumOf,
  type Observed,
  type Usage,
} from './scaling/usage'

const PROCESSES = 4
/** Milliseconds of a turn of each load, and the number of its turns. */
const TURN = 3000
const ROUNDS = 6
/** For each process: until Node.js has compiled the code, a request costs three times as much. */
const WARM_UP_REQUESTS = 6000
/** Milliseconds. */
const MAX_WARM_UP = 300_000

/** The model learns the costs from the first three loads. */
const SHORT = mixture(10)
const LONG = mixture(100)
const SEARCHING = mixture(10, 10)
const PREDICTED = mixture(50, 20)

describeEachServer('postgres', 'the model of scaling', () => {
  const { afterAll, beforeAll, it } = testsThatNeed('nginx')
  const program = builtProgram()
  const servers: RunningServer[] = []
  const connections: Client[] = []
  const standbys: Standby[] = []
  const deployments: Deployment[] = []

  beforeAll(async () => {
    const folder = clusterFolder()
    const [kind] = testServers
    if (!kind) throw new Error('there is no Postgres to start')
    servers.push(await kind.start(folder))
    const primary = await connected(servers[0]?.url)
    for (const statement of TABLES) await primary.query(statement)
    for (let count = 0; count < 2; count++) servers.push(await startStandby(folder, primary))
    for (const { url } of servers.slice(1)) {
      const standby = await connected(url)
      await waitUntil(() => hasTables(standby), 60_000)
      standbys.push({ url, pid: await serverProcess(standby) })
    }
  }, 300_000)

  afterAll(async () => {
    for (const { stop } of deployments) await stop()
    program.clear()
    for (const client of connections) await client.end()
    for (const server of servers.reverse()) await server.stop()
  })

  async function deployed(of: readonly Standby[]): Promise<Deployment> {
    const deployment = await startDeployment(program, of, PROCESSES)
    deployments.push(deployment)
    return deployment
  }

  async function connected(url = ''): Promise<Client> {
    const client = new Client({ connectionString: url })
    client.on('error', () => undefined)
    await client.connect()
    connections.push(client)
    return client
  }

  it('predicts four processes on two standbys within 25 %', async () => {
    const one = await deployed(standbys.slice(0, 1))
    const two = await deployed(standbys)
    for (const { send } of [one, two]) {
      await send(SHORT, { duration: MAX_WARM_UP, requests: PROCESSES * WARM_UP_REQUESTS })
    }
    const turns = [
      { to: one, load: SHORT, usages: new Array<Usage>() },
      { to: one, load: LONG, usages: new Array<Usage>() },
      { to: one, load: SEARCHING, usages: new Array<Usage>() },
      { to: two, load: PREDICTED, usages: new Array<Usage>() },
    ]
    // In turns, because other work of the machine makes all of them slower.
    for (let round = 0; round < ROUNDS; round++) {
      for (const { to, load, usages } of turns) usages.push(await to.send(load, { duration: TURN }))
    }
    const [short, long, searching, actual] = turns.map(({ load, usages }) => observed(load, usages))
    if (!short || !long || !searching || !actual) throw new Error('a load was not measured')
    const seconds = eachPart((part) => {
      const of = (load: Observed): Observation => ({
        work: load.work,
        seconds: load.seconds[part],
      })
      const costs = costsOf(of(short), of(long), of(searching))
      reportCosts(part, costs)
      return secondsOf(costs, actual.work)
    })
    const predicted = { ...actual, seconds, rate: actual.cores / sumOf(seconds) }
    for (const known of [short, long, searching]) report('one standby', known)
    report('predicted', predicted)
    report('two standbys', actual)
    expectWithin(predicted.rate, actual.rate)
    expectWithin(predicted.seconds.programs, actual.seconds.programs)
    expectWithin(predicted.seconds.databases, actual.seconds.databases)
  }, 600_000)
})

async function hasTables(standby: Client): Promise<boolean> {
  const { rows } = await standby.query("select from pg_class where relname = 'notes'")
  return rows.length === 1
}

/** The process that has started the server of this connection. */
async function serverProcess(client: Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const pid = rows[0] && parentOf(rows[0].pid)
  if (pid === undefined) throw new Error('the process of the connection has ended')
  return pid
}

function expectWithin(predicted: number, actual: number): void {
  expect(predicted / actual).toBeGreaterThan(0.75)
  expect(predicted / actual).toBeLessThan(1.25)
}
