/**
 * Memory and response time of the program while many clients read large responses slowly. The engine takes no part
 * in that: its rows are in memory only until the response is made, see memory.test.ts. @long
 */
import { setTimeout as delay } from 'node:timers/promises'
import type { Fixture, FixtureValue } from '../../fixtures/fixture-table'
import { builtProgram } from '../support/built-program'
import { describeOneEngine } from '../support/describe-each-engine'
import { residentMemory } from '../support/process-family'
import { slowClient } from '../support/slow-client'
import { effort } from '../support/effort'

const MEGABYTE = 1_000_000

/** Buffered responses, the memory of an idle program, and garbage that is not collected yet. */
const MAX_MEGABYTES = 500

/** Milliseconds; the median of small requests on a busy machine. */
const MAX_MEDIAN = 500

/** Number of small requests to send while the slow clients read. */
const SMALL_REQUESTS = effort(100, 300)

/** Optional columns: each client selects a different set, so that no two requests are equal. */
const OPTIONAL = ['a', 'b', 'c', 'd', 'e', 'f']

const fixture: Fixture = {
  tables: [
    {
      name: 'huge',
      columns: [
        { name: 'id', type: { kind: 'integer' } },
        { name: 'word', type: { kind: 'text' } },
        ...OPTIONAL.map((name) => ({ name, type: { kind: 'integer' } as const })),
      ],
      primaryKey: ['id'],
      rows: () =>
        Array.from({ length: 10 }, (_, id): FixtureValue[] => [
          id,
          'x'.repeat(3 * MEGABYTE),
          ...OPTIONAL.map(() => id),
        ]),
    },
    {
      name: 'small',
      columns: [{ name: 'id', type: { kind: 'integer' } }],
      primaryKey: ['id'],
      rows: () => [[1], [2]],
    },
  ],
  views: [],
}

const program = builtProgram()
afterAll(() => {
  program.clear()
})

describeOneEngine('clients that read 30 MB at a byte per second', fixture, (t) => {
  it.each(effort([32], [32, 64]))(
    '%i of them use bounded memory and do not delay others',
    async (count) => {
      const { baseUrl, child } = await program.serve([t.database.url])
      const { origin, pathname } = new URL(baseUrl)
      const clients = await Promise.all(
        Array.from({ length: count }, (_, n) => {
          const columns = ['word', ...OPTIONAL.filter((_name, bit) => (n >> bit) % 2 === 1)].join(
            ',',
          )
          return slowClient(origin, `${pathname}/query?table=huge&columns=${columns}`)
        }),
      )
      const responses = new Set<string>()
      let peakMegabytes = 0
      const milliseconds: number[] = []
      while (milliseconds.length < SMALL_REQUESTS) {
        const sent = performance.now()
        const response = await fetch(`${baseUrl}/query?table=small`)
        responses.add(`${response.status} ${(await response.text()).slice(0, 8)}`)
        milliseconds.push(performance.now() - sent)
        peakMegabytes = Math.max(peakMegabytes, residentMemory(child.pid ?? 0))
        await delay(20)
      }
      for (const { leave } of clients) leave()
      child.kill()
      expect([...responses]).toEqual(['200 {"data":'])
      expect(peakMegabytes).toBeGreaterThan(60)
      expect(peakMegabytes).toBeLessThan(MAX_MEGABYTES)
      milliseconds.sort((a, b) => a - b)
      expect(milliseconds[Math.floor(milliseconds.length / 2)]).toBeLessThan(MAX_MEDIAN)
    },
    120_000,
  )
})
