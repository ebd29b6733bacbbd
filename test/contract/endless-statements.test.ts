/**
 * Cheap requests beside statements that do not end.
 *
 * @alone It measures time.
 */
import { people } from '../../fixtures/conformance/conformance'
import { setCaller } from '../../src/dialect/sessions/callers'
import {
  describeOneEngine,
  describeOneIdleEngine,
  withoutApp,
} from '../support/describe-each-engine'
import { effort } from '../support/effort'
import { quantile, sendFromMany } from '../support/many-clients'
import { recordedConnection } from '../support/recorded-connection'
import { addComputingView, addSlowView, untilRunning } from '../support/slow-view'

/** Milliseconds, on a busy machine. */
const MAX_DELAY = 1000

/** Milliseconds of the first statement of a kind, on a busy machine. */
const MAX_FIRST_DELAY = 8000

const MOUNT = '/api/table-viewer'

describeOneIdleEngine('statements that do not end', { tables: [people], views: [] }, (t) => {
  const cheap = {
    clients: 4,
    requests: effort(80, 200),
    path: (number: number): string => `${MOUNT}/query?table=people&page=${1 + (number % 7)}`,
  }
  beforeAll(() => effort(addSlowView, addComputingView)(t, t.app))

  it('of 200 clients do not delay the pages of others', async () => {
    // Opens the connections, and measures the statement of a page.
    await sendFromMany(t.app.origin, cheap)
    const aborting = new AbortController()
    const endless = Array.from({ length: 200 }, (_, number) =>
      fetch(`${t.app.origin}${MOUNT}/query?table=slow&page=${number + 1}`, {
        signal: aborting.signal,
      }).catch(() => undefined),
    )
    const beside = await sendFromMany(t.app.origin, cheap)
    aborting.abort()
    await Promise.all(endless)
    expect(beside.filter(({ status }) => status !== 200)).toEqual([])
    // A page that waits for one of the statements fails. Statements that compute share the processors with it.
    expect(quantile(beside, 0.5)).toBeLessThan(MAX_DELAY)
  }, 60_000)
})

/** Queries of the view, each with a statement of its own. */
const KINDS = [
  '',
  '&page=2',
  '&sort=id:desc',
  '&sort=id:desc&page=2',
  '&filter=1',
  '&filter=1&page=2',
]

describeOneIdleEngine(
  'statements of many kinds that do not end',
  { tables: [people], views: [] },
  (t) => {
    const { columns } = people
    beforeAll(() => addSlowView(t, t.app))

    it('delay statements that have never run by a few seconds', async () => {
      const aborting = new AbortController()
      const { signal } = aborting
      const request = (query: string): Promise<Response> =>
        fetch(`${t.app.origin}${MOUNT}/query?table=${query}`, { signal })
      const endless = Array.from({ length: 60 }, (_, number) =>
        request(`slow${KINDS[number % KINDS.length]}`).catch(() => undefined),
      )
      await untilRunning(t, (running) => running >= 2)
      const began = performance.now()
      const statuses = await Promise.all(
        columns.map(async ({ name }) => (await request(`people&sort=${name}:desc`)).status),
      )
      const time = performance.now() - began
      aborting.abort()
      await Promise.all(endless)
      expect(statuses).toEqual(columns.map(() => 200))
      expect(time).toBeLessThan(MAX_FIRST_DELAY)
    }, 60_000)
  },
  // Two of the connections run statements that are not short, also on a machine with one core.
  { poolSize: 3 },
)

withoutApp(describeOneEngine)('the queue of the pool', { tables: [], views: [] }, (t) => {
  it('serves a new caller before further statements of another one', async () => {
    const connection = recordedConnection(t.database.url, { poolSize: 1 })
    const read = (caller: string): Promise<unknown> => {
      const { signal } = new AbortController()
      setCaller(signal, caller)
      return connection.readRows({ sql: 'select 1', bindings: [] }, signal)
    }
    const order: string[] = []
    const callers = ['ada', 'ada', 'ada', 'ada', 'ben', 'cyd']
    await Promise.all(callers.map((caller) => read(caller).then(() => order.push(caller))))
    await connection.close()
    expect(order).toEqual(['ada', 'ben', 'cyd', 'ada', 'ada', 'ada'])
  })
})
