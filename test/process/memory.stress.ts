/** Memory of the program while many clients request large pages at the same time. */
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import type { Fixture } from '../../fixtures/fixture-table'
import { builtProgram } from '../support/built-program'
import { describeEachEngine, withoutApp } from '../support/describe-each-engine'
import { residentMemory } from '../support/process-family'

const CLIENTS = 64
const MAX_MEGABYTES = 300

const texts = ['a', 'b', 'c', 'd']

const fixture: Fixture = {
  tables: [
    {
      name: 'wide',
      columns: [
        { name: 'id', type: { kind: 'integer' } },
        ...texts.map((name) => ({ name, type: { kind: 'text' } as const })),
      ],
      primaryKey: ['id'],
      rows: () =>
        Array.from({ length: 2000 }, (_, id) => [
          id,
          ...texts.map((name) => name.repeat(1000) + String(id)),
        ]),
    },
  ],
  views: [],
}

const program = builtProgram()
afterAll(() => {
  program.clear()
})

withoutApp(describeEachEngine)('the memory of 64 responses of 1,000 rows of 4 kB', fixture, (t) => {
  it(`stays below ${MAX_MEGABYTES} MB`, async () => {
    const { baseUrl, child } = await program.serve([t.database.url])
    let isDone = false
    const measurePeak = async (): Promise<number> => {
      let peak = 0
      while (!isDone) {
        peak = Math.max(peak, residentMemory(child.pid ?? 0))
        await delay(50)
      }
      return peak
    }
    const measured = measurePeak()
    const sizeOf = async (page: number): Promise<number> => {
      // Discards the body: `fetch` would keep the processors busier than the program does.
      const sent = get(`${baseUrl}/query?table=wide&limit=1000&page=${page}`, { agent: false })
      const [response] = (await once(sent, 'response')) as [IncomingMessage]
      let size = 0
      response.on('data', (chunk: Buffer) => {
        size += chunk.length
      })
      await once(response, 'end')
      return size
    }
    for (const page of [1, 2]) {
      const sizes = await Promise.all(Array.from({ length: CLIENTS }, () => sizeOf(page)))
      expect(Math.min(...sizes)).toBeGreaterThan(4_000_000)
    }
    isDone = true
    const peak = await measured
    child.kill()
    expect(peak).toBeGreaterThan(30)
    expect(peak).toBeLessThan(MAX_MEGABYTES)
  }, 120_000)
})
