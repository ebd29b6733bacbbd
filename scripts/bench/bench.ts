/**
 * `npm run bench`: compares this project with a bare driver and a plain handler on each engine.
 * Contenders take turns (A B A B), so that other load on the machine affects all of them.
 */
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { allServers, startPrivately } from '../../test/support/all-servers'
import { dialectForTests } from '../../test/support/dialect-for-tests'
import { CASES, type Case } from './cases'
import { startContender, type Contender } from './contender'
import { get, measure } from './load'
import { report, type Figures, type Result } from './report'
import { measureStarts } from './start'
import { makeTable } from './table'

const MILLION = 1_000_000

const { values } = parseArgs({
  options: {
    /** Engines, with the number of rows of their tables. */
    runs: {
      type: 'string',
      default: ['postgres', 'sqlite', 'mysql', 'mariadb']
        .map((engine) => `${engine}:${MILLION}`)
        .concat(`postgres:${10 * MILLION}`, `sqlite:${10 * MILLION}`)
        .join(','),
    },
    turns: { type: 'string', default: '3' },
    output: { type: 'string', default: 'docs/benchmarks.md' },
  },
})

void main()

async function main(): Promise<void> {
  const starts = await measureStarts()
  const results: Result[] = []
  for (const run of values.runs.split(',')) {
    const [engine = '', rows] = run.split(':')
    results.push(...(await measureEngine(engine, Number(rows))))
    writeFileSync(values.output, report(results, starts, Number(values.turns)))
  }
}

async function measureEngine(engine: string, rows: number): Promise<Result[]> {
  const kind = allServers().find(({ name }) => name === engine)
  if (!kind) throw new Error(`no engine ${engine}`)
  const server = await startPrivately(kind)
  try {
    const { createTestDatabase, storage } = dialectForTests(kind.dialect)
    const { url } = await createTestDatabase(server.url, 'bench')
    const writer = await storage.open(url)
    await makeTable(writer, engine, rows)
    const write = (sql: string): Promise<void> => writer.run(sql)
    const results: Result[] = []
    // On larger tables, only the cases whose cost should not depend on the size.
    for (const one of CASES.filter(({ isOfSize }) => isOfSize || rows <= MILLION)) {
      results.push(await measureCase(one, { engine, rows, url, write }))
      console.error(JSON.stringify(results.at(-1)))
    }
    await writer.close()
    return results
  } finally {
    await server.stop()
  }
}

interface Setting {
  readonly engine: string
  readonly rows: number
  readonly url: string
  readonly write: (sql: string) => Promise<void>
}

async function measureCase(one: Case, { engine, rows, url, write }: Setting): Promise<Result> {
  const contenders = await Promise.all(one.contenders.map((name) => startContender(name, url)))
  const figures = new Map<string, Figures>()
  let hasStopped = false
  const writing = writeAtPace(one.writesPerSecond, write, () => hasStopped)
  try {
    for (const contender of contenders) await warmUp(contender, one, rows)
    for (let turn = 0; turn < Number(values.turns); turn++) {
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
