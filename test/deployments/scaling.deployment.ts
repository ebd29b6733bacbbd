/**
 * The model of docs/scaling.md: from the processor time of a request, measured with one process, it
 * predicts the requests a second of four processes behind nginx on two standbys.
 */
import { Agent, request } from 'node:http'
import { availableParallelism } from 'node:os'
import { Client } from 'pg'
import { testServers } from '../engines/postgres/server'
import { clusterFolder, startStandby } from '../engines/postgres/standby'
import { builtProgram } from '../support/built-program'
import { describeEachServer } from '../support/describe-each-server'
import { testsThatNeed } from '../support/left-out'
import { nginxServer, type NginxServer } from '../support/nginx-server'
import { parentOf, processorTime } from '../support/process-family'
import { urlOfHosts } from '../support/several-hosts'
import type { RunningServer } from '../support/test-server'

const { afterAll, beforeAll, it } = testsThatNeed('nginx')

const ROWS = 200_000
const CLIENTS = 16
/** Milliseconds of each measurement. */
const DURATION = 8000
/** Milliseconds of load on each process before that, until Node.js has compiled its code. */
const WARM_UP = 5000

/** Processor seconds of one request, by the process that needs them. */
interface Cost {
  readonly program: number
  readonly database: number
  readonly proxy: number
  readonly client: number
}

interface Measurement {
  readonly rate: number
  readonly cost: Cost
  /** Share of the machine's cores that these processes use. */
  readonly utilization: number
}

describeEachServer('postgres', 'the model of docs/scaling.md', () => {
  const servers: RunningServer[] = []
  const started = builtProgram()
  const proxies: NginxServer[] = []
  let standbys: readonly string[]
  let postmasters: readonly number[]

  beforeAll(async () => {
    const folder = clusterFolder()
    const [server] = testServers
    if (!server) throw new Error('no server')
    servers.push(await server.start(folder))
    const writer = new Client({ connectionString: servers[0]?.url })
    await writer.connect()
    await writer.query('create table items (id int primary key, word text, number numeric)')
    await writer.query(
      `insert into items select i, md5(i::text), i / 7.0 from generate_series(1, ${ROWS}) as i`,
    )
    await writer.query('vacuum analyze items')
    // A view has no cached total: each request counts it.
    for (const rows of [20_000, 60_000, 100_000]) {
      await writer.query(`create view counted_${rows} as select * from items where id <= ${rows}`)
    }
    for (let count = 0; count < 2; count++) servers.push(await startStandby(folder, writer))
    await writer.end()
    standbys = servers.slice(1).map(({ url }) => url)
    postmasters = await Promise.all(standbys.map(postmasterOf))
  }, 120_000)
  afterAll(async () => {
    started.clear()
    for (const proxy of proxies) await proxy.stop()
    for (const server of servers.reverse()) await server.stop()
  }, 60_000)

  async function postmasterOf(url: string): Promise<number> {
    const client = new Client({ connectionString: url })
    await client.connect()
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    const parent = parentOf(rows[0]?.pid ?? 0)
    await client.end()
    if (parent === undefined) throw new Error('the server has no process here')
    return parent
  }

  interface Configuration {
    /** Where the clients send their requests. */
    readonly origin: string
    /** Of each process of the program. */
    readonly origins: readonly string[]
    readonly programs: readonly number[]
    readonly proxy?: number
  }

  /** @param isProxied whether nginx distributes the requests */
  async function configure(processes: number, isProxied: boolean): Promise<Configuration> {
    const orders = [standbys, standbys.toReversed()]
    const running = await Promise.all(
      Array.from({ length: processes }, (_, index) =>
        started.serve([urlOfHosts(orders[index % 2] ?? [])]),
      ),
    )
    const programs = running.map(({ child }) => child.pid ?? 0)
    const origins = running.map(({ baseUrl }) => new URL(baseUrl).origin)
    if (!isProxied) return { origin: origins[0] ?? '', origins, programs }
    const proxy = await nginxServer(
      (port) => `
        upstream tablequery { ${origins.map((origin) => `server ${new URL(origin).host};`).join(' ')} keepalive 32; }
        server {
          listen 127.0.0.1:${port};
          location / {
            proxy_pass http://tablequery;
            proxy_http_version 1.1;
            proxy_set_header Connection "";
          }
        }`,
    )
    proxies.push(proxy)
    return { origin: proxy.origin, origins, programs, proxy: proxy.pid }
  }

  async function measure(configuration: Configuration, table: string): Promise<Measurement> {
    for (const origin of configuration.origins) await load(origin, table, WARM_UP)
    const before = times(configuration)
    const began = Date.now()
    const responses = await load(configuration.origin, table, DURATION)
    const seconds = (Date.now() - began) / 1000
    const after = times(configuration)
    const used = (part: keyof Cost): number => after[part] - before[part]
    const cost = {
      program: used('program') / responses,
      database: used('database') / responses,
      proxy: used('proxy') / responses,
      client: used('client') / responses,
    }
    const utilization = (sumOf(cost) * responses) / seconds / availableParallelism()
    return { rate: responses / seconds, cost, utilization }
  }

  function times({ programs, proxy }: Configuration): Cost {
    const { user, system } = process.cpuUsage()
    const total = (pids: readonly number[]): number =>
      pids.reduce((sum, pid) => sum + processorTime(pid), 0)
    return {
      program: total(programs),
      database: total(postmasters),
      proxy: proxy === undefined ? 0 : processorTime(proxy),
      client: (user + system) / 1_000_000,
    }
  }

  it('predicts four processes on two standbys within 25 %', async () => {
    const one = await configure(1, false)
    const proxied = await configure(1, true)
    const four = await configure(4, true)
    const pages = await measure(one, 'items')
    const proxy = (await measure(proxied, 'items')).cost.proxy
    const small = await measure(one, 'counted_20000')
    const large = await measure(one, 'counted_100000')
    // The time of the database grows with the rows that it counts.
    const perRow = (large.cost.database - small.cost.database) / 80_000
    const counting = { ...small.cost, database: small.cost.database + 40_000 * perRow }
    const expectations: readonly [string, Cost][] = [
      ['items', { ...pages.cost, proxy }],
      ['counted_60000', { ...counting, proxy }],
    ]
    for (const [table, cost] of expectations) {
      const predicted = availableParallelism() / sumOf(cost)
      const { rate, utilization, cost: used } = await measure(four, table)
      const figures = { table, cost, used, perRow, predicted, measured: rate, utilization }
      process.stdout.write(`${JSON.stringify(figures)}\n`)
      expect(rate / predicted).toBeGreaterThan(0.75)
      expect(rate / predicted).toBeLessThan(1.25)
    }
  }, 180_000)
})

function sumOf(cost: Cost): number {
  return cost.program + cost.database + cost.proxy + cost.client
}

const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS })

/** Requests different pages without a pause. @returns the number of responses */
async function load(origin: string, table: string, milliseconds: number): Promise<number> {
  const end = Date.now() + milliseconds
  let responses = 0
  const client = async (): Promise<void> => {
    while (Date.now() < end) {
      const page = 1 + Math.floor(Math.random() * 100)
      const status = await statusOf(
        `${origin}/api/table-viewer/query?table=${table}&page=${page}&sort=id:asc`,
      )
      if (status !== 200) throw new Error(`status ${status}`)
      responses++
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, client))
  return responses
}

function statusOf(url: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    request(url, { agent }, (response) => {
      response.resume()
      response.on('end', () => {
        resolve(response.statusCode)
      })
    })
      .on('error', reject)
      .end()
  })
}
