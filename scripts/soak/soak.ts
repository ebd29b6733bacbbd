/**
 * `npm run soak -- --minutes 30`: mixed load on the built program, with a restart of the database every
 * minute, clients that disconnect, and malicious requests. Fails on crashes, leaks and responses
 * outside the contract.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { loadFixture } from '../../fixtures/load-fixture'
import { allServers, startPrivately } from '../../test/support/all-servers'
import { dialectForTests } from '../../test/support/dialect-for-tests'
import { firstLine } from '../../test/support/first-line'
import { median } from '../../test/support/median'
import { residentMemory } from '../../test/support/process-family'
import type { TestDatabase } from '../../test/support/test-database'
import type { RunningServer } from '../../test/support/test-server'
import { parseCommandLine, refuse } from '../command-line'
import { runClient } from './client'
import { Tally } from './tally'

const { values } = parseCommandLine({
  options: {
    minutes: { type: 'string', default: '30' },
    engine: { type: 'string', default: 'postgres' },
    clients: { type: 'string', default: '16' },
  },
})
const MINUTE = 60_000
const ROWS = 100_000
const POOL = 10

/** Allowed growth of memory without garbage after the first sixth of the time, in which caches fill. */
const MAX_GROWTH = 0.05

/** On this signal the main process collects its garbage: how much there is depends on V8's choice of the time. */
const COLLECT = 'SIGUSR2'
const COLLECTOR = `data:text/javascript,process.on("${COLLECT}",()=>gc())`

// Stays if something never settles, because Node.js then exits before the end.
process.exitCode = 1

void main()

async function main(): Promise<void> {
  const kind = allServers().find(({ name }) => name === values.engine)
  if (!kind) refuse(`no engine ${values.engine}`)
  const server = await startPrivately(kind)
  const folder = mkdtempSync(path.join(tmpdir(), 'tablequery-soak-'))
  const log = path.join(folder, 'log')
  try {
    const { createTestDatabase, storage } = dialectForTests(kind.dialect)
    const database = await createTestDatabase(server.url, 'soak')
    await loadFixture({ tables: [items], views: [] }, storage, database.url)
    const program = startProgram(database.url, log)
    try {
      const problems = await soak(program, server, database)
      if (/uncaught|unhandled/i.test(readFileSync(log, 'utf8'))) problems.push('uncaught errors')
      console.log(problems.length === 0 ? 'no problems found' : problems.join('\n'))
      process.exitCode = problems.length === 0 ? 0 : 1
    } finally {
      program.kill('SIGKILL')
    }
  } finally {
    await server.stop()
    if (process.exitCode === 0) rmSync(folder, { recursive: true })
    else console.error(`The log of the program is ${log}.`)
  }
}

function startProgram(url: string, log: string): ChildProcess {
  const program = path.join(__dirname, '../../dist/src/cli.js')
  const options = ['--port', '0', '--pool-size', String(POOL), '--statement-timeout', '15000']
  // The page is not a response of the API, and hostile requests could reach it.
  options.push('--viewer-path', 'off')
  const nodeOptions = ['--expose-gc', '--import', COLLECTOR]
  return spawn(process.execPath, [...nodeOptions, program, url, ...options], {
    stdio: ['ignore', 'pipe', openSync(log, 'w')],
  })
}

/** @returns the problems */
async function soak(
  program: ChildProcess,
  server: RunningServer,
  database: TestDatabase,
): Promise<string[]> {
  const hasEnded = (): boolean => program.exitCode !== null || program.signalCode !== null
  const [baseUrl = ''] = (await firstLine(program)).split(' ')
  const end = Date.now() + Number(values.minutes) * MINUTE
  const isOver = (): boolean => hasEnded() || Date.now() > end
  const tally = new Tally()
  const clients = Array.from({ length: Number(values.clients) }, () =>
    runClient(baseUrl, tally, isOver),
  )
  const memory: number[] = []
  let restarts = 0
  for (let second = 1; !isOver(); second++) {
    await delay(1000)
    if (second % 5 === 4 && !hasEnded()) program.kill(COLLECT)
    if (second % 5 === 0 && !hasEnded()) memory.push(residentMemory(program.pid ?? 0))
    // The end shows whether the database is back.
    if (second % 60 === 0 && server.restart && !hasEnded() && Date.now() < end - MINUTE / 4) {
      await tally.whileRestarting(() => server.restart?.())
      restarts++
    }
    if (second % 60 === 5) console.error(report(tally, memory, restarts))
  }
  const over = Date.now()
  await Promise.all(clients)
  const sessions = await database.sessions()
  const exit = once(program, 'exit')
  const wasRunning = !hasEnded()
  program.kill('SIGTERM')
  const [code] = wasRunning ? ((await exit) as [number | null]) : [program.exitCode]
  console.log(report(tally, memory, restarts))
  return [
    ...tally.problems(over),
    ...(wasRunning && code === 0 ? [] : [`the program exited with ${String(code)}`]),
    ...(sessions <= POOL ? [] : [`${sessions} connections`]),
    ...(growthOf(memory) <= MAX_GROWTH ? [] : ['memory has grown']),
  ]
}

const items = {
  name: 'items',
  columns: [
    { name: 'id', type: { kind: 'integer' } },
    { name: 'word', type: { kind: 'varchar', length: 40 } },
    { name: 'note', type: { kind: 'text' } },
  ],
  primaryKey: ['id'],
  rows: () =>
    Array.from({ length: ROWS }, (_, id) => [
      id,
      `word ${(id * 7919) % ROWS}`,
      'x'.repeat(id % 200),
    ]),
} as const

function growthOf(memory: readonly number[]): number {
  const sixth = Math.max(1, Math.floor(memory.length / 6))
  // Without the first sixth of the time.
  const before = median(memory.slice(sixth, 2 * sixth))
  const after = median(memory.slice(-sixth))
  return after / before - 1
}

function report(
  { responses, flaws, slowest }: Tally,
  memory: readonly number[],
  restarts: number,
): string {
  const all = [...responses.values()].reduce((sum, count) => sum + count, 0)
  const kinds = [...responses].sort(([a], [b]) => a.localeCompare(b))
  return [
    `${all} requests, ${restarts} restarts of the database, slowest ${slowest} ms`,
    kinds.map(([kind, count]) => `${kind}: ${count}`).join(', '),
    `memory ${Math.round(memory[0] ?? 0)} MB at first, ${Math.round(memory.at(-1) ?? 0)} MB at last, most ${Math.round(Math.max(...memory, 0))} MB, growth after the first sixth ${(100 * growthOf(memory)).toFixed(1)} %`,
    `${flaws.length} responses outside the contract`,
  ].join('\n')
}
