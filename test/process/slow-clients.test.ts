/** What the program holds for clients that ask for much and take it slowly. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Fixture, FixtureValue } from '../../fixtures/fixture-table'
import { builtProgram } from '../support/built-program'
import { describeEachEngine } from '../support/describe-each-engine'
import { residentMemory } from '../support/process-family'
import { slowClient } from '../support/slow-client'
import { effort } from '../support/effort'

const MEGABYTE = 1_000_000

/** Bytes of responses that the program holds, what it needs besides, and what waits to be collected. */
const MOST_MEGABYTES = 500

/** Milliseconds that most small requests take at most, on a busy machine. */
const FAST = 500

/** Small requests that are sent while the slow clients take nothing. */
const SMALL_REQUESTS = effort(100, 300)

/** Columns that some ask for and some do not, so that no two requests are equal. */
const FEW = ['a', 'b', 'c', 'd', 'e', 'f']

const fixture: Fixture = {
  tables: [
    {
      name: 'huge',
      columns: [
        { name: 'id', type: { kind: 'integer' } },
        { name: 'word', type: { kind: 'text' } },
        ...FEW.map((name) => ({ name, type: { kind: 'integer' } as const })),
      ],
      primaryKey: ['id'],
      rows: () =>
        Array.from({ length: 10 }, (_, id): FixtureValue[] => [
          id,
          'x'.repeat(3 * MEGABYTE),
          ...FEW.map(() => id),
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

describeEachEngine('clients that take ten rows of 3 MB at a byte a second', fixture, (t) => {
  it.each(effort([32], [32, 64]))(
    '%i of them cost bounded memory, and others no time',
    async (count) => {
      const { baseUrl, child } = await program.serve([t.database.url])
      const { origin, pathname } = new URL(baseUrl)
      const clients = await Promise.all(
        Array.from({ length: count }, (_, n) => {
          const columns = ['word', ...FEW.filter((_name, bit) => (n >> bit) % 2 === 1)].join(',')
          return slowClient(origin, `${pathname}/query?table=huge&columns=${columns}`)
        }),
      )
      const answers = new Set<string>()
      let mostMegabytes = 0
      const milliseconds: number[] = []
      while (milliseconds.length < SMALL_REQUESTS) {
        const asked = performance.now()
        const response = await fetch(`${baseUrl}/query?table=small`)
        answers.add(`${response.status} ${(await response.text()).slice(0, 8)}`)
        milliseconds.push(performance.now() - asked)
        mostMegabytes = Math.max(mostMegabytes, residentMemory(child.pid ?? 0))
        await delay(20)
      }
      for (const { leave } of clients) leave()
      child.kill()
      expect([...answers]).toEqual(['200 {"data":'])
      expect(mostMegabytes).toBeGreaterThan(60)
      expect(mostMegabytes).toBeLessThan(MOST_MEGABYTES)
      milliseconds.sort((a, b) => a - b)
      expect(milliseconds[Math.floor(milliseconds.length / 2)]).toBeLessThan(FAST)
    },
    120_000,
  )
})
