/** A thousand clients at once on one engine, and on every engine under stress; else a quarter of that. @long */
import { people } from '../../fixtures/conformance/conformance'
import type { Fixture } from '../../fixtures/fixture-table'
import { describeEachEngine } from '../support/describe-each-engine'
import { effort } from '../support/effort'
import { sendFromMany, type Reply } from '../support/many-clients'
import { testServers } from '../support/test-servers'

const PAGES = 2500

/** Many times the connections of a pool. */
const SOME_CLIENTS = 250

const clientsOf = (engine: string): number =>
  effort(engine === testServers().at(-1)?.name ? 1000 : SOME_CLIENTS, 1000)

/** More than one for each client, so that some use their connection again. */
const requestsOf = (clients: number): number => effort(clients * 1.2, 20_000)

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
  'a crowd of clients',
  fixture,
  (t) => {
    const clients = clientsOf(t.engine.name)

    it(`of ${clients} at once all get a response to requests for pages, searches and tables`, async () => {
      const requests = requestsOf(clients)
      const replies = await sendFromMany(t.app.origin, { clients, requests, path: mixedPath })
      expect(failures(replies)).toEqual([])
      expect(replies).toHaveLength(requests)
    }, 120_000)
  },
  // Each request counts on MySQL, which a busy machine may not do a thousand times in ten seconds.
  { connectTimeout: 60_000 },
)
