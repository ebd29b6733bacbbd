/** The benchmark measures only servers with correct responses; the failure of one does not end the run. */
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { measureCase, type Contender } from '../../../scripts/bench/peer-measurement'
import type { Page, Peer } from '../../../scripts/bench/peers/peer'

const IDS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
const RIGHT = { ids: IDS, total: 100 }
const CASE = { name: 'first page', clients: 2, request: () => ({ page: 1, hasTotal: true }) }

/** Responses of the servers by their paths. */
const RESPONSES: Readonly<Record<string, (requests: number) => unknown>> = {
  '/right': () => RIGHT,
  '/strings': () => ({ ids: IDS.map(String), total: '100' }),
  '/otherRows': () => ({ ids: [2, 1], total: 100 }),
  '/estimate': () => ({ ids: IDS, total: 99 }),
  '/noTotal': () => ({ ids: IDS }),
  '/failsLater': (requests) => (requests < 5 ? RIGHT : undefined),
}

let server: Server
let origin: string

beforeAll(async () => {
  const requests = new Map<string, number>()
  server = createServer(({ url = '' }, response) => {
    requests.set(url, (requests.get(url) ?? 0) + 1)
    const body = RESPONSES[url]?.(requests.get(url) ?? 0)
    response.statusCode = body === undefined ? 500 : 200
    response.end(JSON.stringify(body ?? 'too busy'))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterAll(async () => {
  server.close()
  await once(server, 'close')
})

function contender(name: string, path: Peer['path'] = () => `/${name}`): Contender {
  const stop = (): Promise<void> => Promise.resolve()
  const start = (): Promise<{ origin: string; stop: typeof stop }> =>
    Promise.resolve({ origin, stop })
  const parse = (body: unknown): Page => body as Page
  const peer = { name, engines: ['sqlite'], description: '', start, path, parse }
  return { peer, origin, stop }
}

it('measures the servers whose pages are correct, and reports the faults of the others', async () => {
  const names = Object.keys(RESPONSES).map((path) => path.slice(1))
  const all = [...names.map((name) => contender(name)), contender('unable', () => undefined)]
  const setting = { engine: 'sqlite', rows: 100, turns: 2, duration: 30 }
  const results = await measureCase(CASE, all, setting)
  expect(results.map(({ peer, medians, failure }) => [peer, medians.length, failure])).toEqual([
    ['right', 2, undefined],
    ['strings', 2, undefined],
    ['otherRows', 0, 'other rows: 2, 1'],
    ['estimate', 0, 'another total: 99'],
    ['noTotal', 0, 'another total: undefined'],
    ['failsLater', 0, `${origin}/failsLater: 500 "too busy"`],
  ])
})
