/** Memory of the program while searches for long texts wait for a connection. */
import type { Fixture } from '../../fixtures/fixture-table'
import { builtProgram } from '../support/built-program'
import { describeEachEngine, withoutApp } from '../support/describe-each-engine'
import { residentMemory } from '../support/process-family'

const CLIENTS = 100
const MAX_MEGABYTES = 400

const texts = Array.from({ length: 100 }, (_, index) => `c${index}`)

const fixture: Fixture = {
  tables: [
    {
      name: 'wide',
      columns: [
        { name: 'id', type: { kind: 'integer' } },
        ...texts.map((name) => ({ name, type: { kind: 'text' } as const })),
      ],
      primaryKey: ['id'],
      rows: () => [[1, ...texts]],
    },
  ],
  views: [],
}

const program = builtProgram()
afterAll(() => {
  program.clear()
})

withoutApp(describeEachEngine)(
  'the memory of searches for long texts in 100 columns',
  fixture,
  (t) => {
    it(`stays below ${MAX_MEGABYTES} MB with ${CLIENTS} of them`, async () => {
      const settings = ['--pool-size', '1', '--connect-timeout', '60000', '--log-level', 'error']
      const { baseUrl, child } = await program.serve([t.database.url, ...settings])
      let peak = 0
      const search = async (client: number): Promise<number> => {
        // Each letter has variants, so the pattern is longer than the text.
        const text = `${'ßσ'.repeat(480)}${client}`
        const query = new URLSearchParams({ table: 'wide', columns: 'id', filter: text })
        const { status } = await fetch(`${baseUrl}/query?${query.toString()}`)
        peak = Math.max(peak, residentMemory(child.pid ?? 0))
        return status
      }
      const statuses = await Promise.all(
        Array.from({ length: CLIENTS }, (_, index) => search(index)),
      )
      child.kill()
      expect(new Set(statuses)).toEqual(new Set([200]))
      expect(peak).toBeGreaterThan(30)
      expect(peak).toBeLessThan(MAX_MEGABYTES)
    }, 120_000)
  },
)
