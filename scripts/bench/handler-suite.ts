/**
 * Compares this project with hand-written handlers: a bare driver, and a plain one. Contenders take turns
 * (A B A B), so that other load on the machine affects all of them.
 */
import { startDatabase } from './bench-database'
import { CASES, type Case } from './cases'
import { startContender, type Contender } from './contender'
import type { HandlerResult, HandlerTurns } from './figures'
import { get, measure } from './load'
import { stopAtEnd } from './running'

/** On larger tables, only the cases whose cost should not depend on the size are measured. */
const LARGE = 1_000_000

export async function measureHandlers(
  engine: string,
  rows: number,
  turns: number,
): Promise<HandlerResult[]> {
  const { url, writer, stop } = await startDatabase(engine, rows)
  try {
    const write = (sql: string): Promise<void> => writer.run(sql)
    const results: HandlerResult[] = []
    for (const one of CASES.filter(({ isOfSize }) => isOfSize || rows <= LARGE)) {
      results.push(await measureCase(one, { engine, rows, turns, url, write }))
      console.error(JSON.stringify(results.at(-1)))
    }
    return results
  } finally {
    await stop()
  }
}

interface Setting {
  readonly engine: string
  readonly rows: number
  readonly turns: number
  readonly url: string
  readonly write: (sql: string) => Promise<void>
}

async function measureCase(
  one: Case,
  { engine, rows, turns, url, write }: Setting,
): Promise<HandlerResult> {
  const contenders = await Promise.all(
    one.contenders.map(async (name) => {
      const contender = await startContender(name, url)
      return { ...contender, stop: stopAtEnd(() => contender.stop()) }
    }),
  )
  const figures = new Map<string, HandlerTurns>()
  let hasStopped = false
  const writing = writeAtPace(one.writesPerSecond, write, () => hasStopped)
  try {
    for (const contender of contenders) await warmUp(contender, one, rows)
    for (let turn = 0; turn < turns; turn++) {
      for (const contender of contenders) {
        const load = loadOf(contender, one, rows)
        const beside = one.beside && repeatScan(contender, one.beside)
        const { rate, median, p99 } = await measure(load)
        const scan = await beside?.()
        const figuresOfContender = figures.get(contender.name) ?? {
          rates: [],
          medians: [],
          p99s: [],
          memory: [],
          scans: [],
        }
        figures.set(contender.name, figuresOfContender)
        figuresOfContender.rates.push(rate)
        figuresOfContender.medians.push(median)
        figuresOfContender.p99s.push(p99)
        figuresOfContender.memory.push(contender.residentMemory())
        if (scan !== undefined) figuresOfContender.scans.push(scan)
      }
    }
  } finally {
    hasStopped = true
    await writing
    await Promise.all(contenders.map((contender) => contender.stop()))
  }
  const idleMemory = Object.fromEntries(
    contenders.map((contender) => [contender.name, contender.idleMemory]),
  )
  return { engine, rows, case: one.name, figures: Object.fromEntries(figures), idleMemory }
}

function loadOf({ route }: Contender, one: Case, rows: number): Parameters<typeof measure>[0] {
  const { origin, pathname, search } = new URL(route)
  return {
    origin,
    path: (number) => pathname + search + one.query(number, rows),
    clients: one.clients ?? 8,
    duration: one.duration ?? 1000,
  }
}

/** Warms up the JavaScript compiler and the caches. */
async function warmUp(contender: Contender, one: Case, rows: number): Promise<void> {
  const load = loadOf(contender, one, rows)
  for (const number of [0, 1]) await get(undefined, load.origin + load.path(number))
  await measure({ ...load, duration: 2000 })
  if (one.isVisited) await new Promise((resolve) => setTimeout(resolve, 1000 + rows / 1000))
}

/** Counts scans over all turns, so that none is repeated. */
let scansSent = 0

/**
 * Repeats a slow query during a measurement.
 * @returns a function that waits for the last query, so that it does not overlap with the next
 * measurement, and returns its duration in milliseconds
 */
function repeatScan(
  { route }: Contender,
  query: (number: number) => string,
): () => Promise<number> {
  let hasEnded = false
  const scan = async (): Promise<number> => {
    for (;;) {
      const began = performance.now()
      await get(undefined, route + query(scansSent++))
      if (hasEnded) return performance.now() - began
    }
  }
  const scanning = scan()
  return () => {
    hasEnded = true
    return scanning
  }
}

async function writeAtPace(
  perSecond: number | undefined,
  write: Setting['write'],
  hasStopped: () => boolean,
): Promise<void> {
  if (perSecond === undefined) return
  const first = Date.now() * 1000
  const began = performance.now()
  for (let written = 0; !hasStopped();) {
    const due = ((performance.now() - began) / 1000) * perSecond
    for (; written < due && !hasStopped(); written++) {
      await write(`insert into written (id) values (${first + written})`)
    }
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}
