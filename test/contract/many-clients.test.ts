/** A thousand clients at once. */
import { people } from '../../fixtures/conformance/conformance'
import type { Fixture } from '../../fixtures/fixture-table'
import { describeOneEngine } from '../support/describe-each-engine'
import { effort } from '../support/effort'
import { sendFromMany, type Reply } from '../support/many-clients'

const CLIENTS = 1000
const PAGES = 2500
/** More than one for each client, so that some use their connection again. */
const REQUESTS = effort(1200, 20_000)

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

describeOneEngine(
  'a thousand clients',
  fixture,
  (t) => {
    it('all get a response when they request pages, searches and tables at once', async () => {
      const crowd = { clients: CLIENTS, requests: REQUESTS, path: mixedPath }
      const replies = await sendFromMany(t.app.origin, crowd)
      expect(failures(replies)).toEqual([])
      expect(replies).toHaveLength(REQUESTS)
    }, 120_000)
  },
  // Each request counts on MySQL, which a busy machine may not do a thousand times in ten seconds.
  { connectTimeout: 60_000 },
)
