/** How long the program takes from its start to its first answer, on the example database. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { firstLine, PROGRAM } from './contender'
import { get } from './load'

/** Milliseconds. */
export interface Start {
  readonly untilReady: number
  readonly untilAnswered: number
  /** What Node.js itself takes to start and end. */
  readonly node: number
}

const TURNS = 12

/** Nothing else runs meanwhile; the first one, which finds the files not in memory, is left out. */
export async function measureStarts(): Promise<Start[]> {
  const starts: Start[] = []
  for (let turn = 0; turn <= TURNS; turn++) starts.push(await measureStart())
  return starts.slice(1)
}

async function measureStart(): Promise<Start> {
  const nodeBegan = performance.now()
  await once(spawn(process.execPath, ['--eval', '0']), 'exit')
  const began = performance.now()
  const child = spawn(process.execPath, [PROGRAM, '--port', '0'], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, DATABASE_URL: undefined },
  })
  const [baseUrl] = (await firstLine(child)).split(' ')
  const ready = performance.now()
  await get(undefined, `${baseUrl}/query?table=products`)
  const answered = performance.now()
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
  return { untilReady: ready - began, untilAnswered: answered - began, node: began - nodeBegan }
}
