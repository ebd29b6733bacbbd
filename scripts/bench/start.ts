/** Measures the start of the program on the example database, up to the first response. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { firstLine } from '../../test/support/first-line'
import { PROGRAM } from './contender'
import { get } from './load'

/** Milliseconds. */
export interface Start {
  readonly untilReady: number
  readonly untilResponse: number
  /** Duration of a start and exit of Node.js itself. */
  readonly node: number
}

const TURNS = 12

/** Runs alone. The first start is ignored, because the files are not in the page cache yet. */
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
  const responded = performance.now()
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
  return { untilReady: ready - began, untilResponse: responded - began, node: began - nodeBegan }
}
