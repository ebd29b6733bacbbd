/**
 * Memory and response time of the program while many clients read large responses slowly. The engine takes no part
 * in that: its rows are in memory only until the response is made, see memory.stress.ts.
 *
 * @alone It measures memory, which has more garbage while other processes delay the collector.
 */
import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Fixture, FixtureValue } from '../../fixtures/fixture-table'
import { builtProgram } from '../support/built-program'
import { describeEachEngine, withoutApp } from '../support/describe-each-engine'
import { residentMemory } from '../support/process-family'
import { slowClient } from '../support/slow-client'

const MEGABYTE = 1_000_000

/** Buffered responses, the memory of an idle program, and garbage that is not collected yet. */
const MAX_MEGABYTES = 500

/** Milliseconds; the median of small requests on a busy machine. */
const MAX_MEDIAN = 500

/** Number of small requests to send while the slow clients read. */
const SMALL_REQUESTS = 300

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
      name: 'random',
      columns: [
        { name: 'id', type: { kind: 'integer' } },
        { name: 'text', type: { kind: 'text' } },
      ],
      primaryKey: ['id'],
      rows: () =>
        Array.from({ length: 100 }, (_, id): FixtureValue[] => [
          id,
          randomBytes(15_000).toString('base64'),
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

withoutApp(describeEachEngine)('clients that read a byte per second', fixture, (t) => {
  it.each([32, 64])(
    '%i of them use bounded memory for pages of 30 MB and do not delay others',
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
      await expectBoundedMemory(baseUrl, child.pid ?? 0)
      for (const { leave } of clients) leave()
      child.kill()
    },
    120_000,
  )

  it('use bounded memory for one page of 2 MB that does not compress well', async () => {
    const { baseUrl, child } = await program.serve([t.database.url])
    const { origin, pathname } = new URL(baseUrl)
    const path = `${pathname}/query?table=random&limit=100`
    const clients = await Promise.all(
      Array.from({ length: 200 }, () => slowClient(origin, path, { 'Accept-Encoding': 'br' })),
    )
    await expectBoundedMemory(baseUrl, child.pid ?? 0)
    for (const { leave } of clients) leave()
    child.kill()
  }, 120_000)
})

async function expectBoundedMemory(baseUrl: string, pid: number): Promise<void> {
  const responses = new Set<string>()
  let peakMegabytes = 0
  const milliseconds: number[] = []
  while (milliseconds.length < SMALL_REQUESTS) {
    const sent = performance.now()
    const response = await fetch(`${baseUrl}/query?table=small`)
    const text = await response.text()
    responses.add(response.status === 200 ? text.slice(0, 8) : text)
    milliseconds.push(performance.now() - sent)
    peakMegabytes = Math.max(peakMegabytes, residentMemory(pid))
    await delay(20)
  }
  expect([...responses]).toEqual(['{"data":'])
  expect(peakMegabytes).toBeGreaterThan(60)
  expect(peakMegabytes).toBeLessThan(MAX_MEGABYTES)
  milliseconds.sort((a, b) => a - b)
  expect(milliseconds[Math.floor(milliseconds.length / 2)]).toBeLessThan(MAX_MEDIAN)
}
