/** The size of a response is limited. */
import type { Fixture, FixtureValue } from '../../fixtures/fixture-table'
import { describeEachDialect } from '../support/describe-each-engine'

const MAX_BYTES = 20_000

/** 100 rows of about 200 bytes, and 4 rows of 30,000 bytes. */
const fixture: Fixture = {
  tables: [
    {
      name: 'wide',
      columns: [
        { name: 'id', type: { kind: 'integer' } },
        { name: 'word', type: { kind: 'text' } },
      ],
      primaryKey: ['id'],
      rows: () => Array.from({ length: 100 }, (_, id): FixtureValue[] => [id, 'é'.repeat(90)]),
    },
    {
      name: 'huge',
      columns: [
        { name: 'id', type: { kind: 'integer' } },
        { name: 'word', type: { kind: 'text' } },
      ],
      primaryKey: ['id'],
      rows: () => Array.from({ length: 4 }, (_, id): FixtureValue[] => [id, 'x'.repeat(30_000)]),
    },
  ],
  views: [],
}

describeEachDialect(
  'a response larger than the limit',
  fixture,
  (t) => {
    it.each(['wide&limit=110', 'huge&limit=4', 'huge&limit=1'])('is refused: %s', async (query) => {
      const { status, text } = await t.app.get(`query?table=${query}`)
      expect([status, JSON.parse(text)]).toEqual([
        400,
        {
          error: 'INVALID_QUERY',
          message: 'The response would be larger than 20000 bytes. Request fewer rows or columns.',
          details: {
            parameter: 'limit',
            value: query.split('=')[1],
            constraint: 'small enough for a response of at most 20000 bytes',
          },
        },
      ])
    })

    it('is not refused just below the limit, nor with fewer columns', async () => {
      const { status, text } = await t.app.get('query?table=wide&limit=99')
      expect(status).toBe(200)
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(MAX_BYTES)
      expect((await t.app.get('query?table=wide&limit=100')).status).toBe(400)
      expect((await t.app.get('query?table=huge&columns=id')).status).toBe(200)
    })

    it('does not affect concurrent requests', async () => {
      const queries = ['huge&limit=4', 'wide&limit=5', 'huge&limit=4', 'wide&limit=90']
      const responses = await Promise.all(
        Array.from({ length: 40 }, (_, n) => t.app.get(`query?table=${queries[n % 4]}`)),
      )
      expect(responses.map(({ status }) => status)).toEqual(
        responses.map((_, n) => (n % 2 === 0 ? 400 : 200)),
      )
    })
  },
  { maxResponseBytes: MAX_BYTES },
)
