/** A thousand clients at once, and cheap requests beside expensive ones. */
import { people } from '../../fixtures/conformance/conformance'
import type { Fixture } from '../../fixtures/fixture-table'
import { setCaller } from '../../src/dialect/sessions/callers'
import { describeEachEngine } from '../support/describe-each-engine'
import { effort } from '../support/effort'
import { quantile, sendFromMany, type Reply } from '../support/many-clients'
import { recordedConnection } from '../support/recorded-connection'
import { addSlowView } from '../support/slow-view'

const CLIENTS = 1000
const PAGES = 2500
const REQUESTS = effort(2000, 20_000)

const fixture: Fixture = {
  tables: [
    people,
    {
      name: 'numbers',
      columns: [
        { name: 'id', type: { kind: 'integer' } },
        { name: 'name', type: { kind: 'text' } },
      ],
      primaryKey: ['id'],
      rows: () => Array.from({ length: PAGES }, (_, id) => [id, `number ${id}`]),
    },
  ],
  views: [],
}

/** Milliseconds, on a busy machine. */
const MAX_DELAY = 1000

const MOUNT = '/api/table-viewer'

function mixedPath(number: number): string {
  const kind = number % 10
  if (kind === 0) return `${MOUNT}/tables`
  if (kind === 1) return `${MOUNT}/tables/numbers`
  if (kind === 2) return `${MOUNT}/query?table=numbers&filter=${number % 50}`
  return `${MOUNT}/query?table=numbers&limit=1&page=${1 + ((number * 7919) % PAGES)}`
}

function failures(replies: readonly Reply[]): readonly Reply[] {
  return replies.filter(({ status }) => status !== 200)
}

describeEachEngine(
  'a thousand clients',
  fixture,
  (t) => {
    it('that ask for pages, searches and tables at once are all answered', async () => {
      const crowd = { clients: CLIENTS, requests: REQUESTS, path: mixedPath }
      const replies = await sendFromMany(t.app.origin, crowd)
      expect(failures(replies)).toEqual([])
      expect(replies).toHaveLength(REQUESTS)
    }, 120_000)
  },
  // Each request counts on MySQL, which a busy machine may not do a thousand times in ten seconds.
  { connectTimeout: 60_000 },
)

describeEachEngine('statements that do not end', fixture, (t) => {
  const cheap = {
    clients: 4,
    requests: 200,
    path: (number: number): string => `${MOUNT}/query?table=people&page=${1 + (number % 7)}`,
  }
  beforeAll(() => addSlowView(t))

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
    expect(failures(beside)).toEqual([])
    // A page that waited for one of the statements would fail. The database shares its processors among all.
    expect(quantile(beside, 0.5)).toBeLessThan(MAX_DELAY)
  }, 60_000)

  it('of one caller let another one have its turn', async () => {
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
