/** A benchmark stops the servers that it has started, whether it succeeds, fails or is interrupted. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'

const RUNNING = path.join(__dirname, '../../../scripts/bench/running.ts')
const HOOK = path.join(__dirname, '../../support/typescript-hook.cjs')

/** Starts a program that stops two resources at its end, and whose main function has this body. */
function start(body: string): ReturnType<typeof spawn> {
  const program = `
    const { isEnding, runAndStop, stopAtEnd } = require(${JSON.stringify(RUNNING)})
    const stop = (name) => async () => {
      await new Promise((resolve) => setTimeout(resolve, 10))
      console.log('stopped ' + name + (isEnding() ? ' while ending' : ''))
    }
    stopAtEnd(stop('first'))
    stopAtEnd(stop('second'))
    runAndStop(async () => { console.log('running'); ${body} })`
  return spawn(process.execPath, ['--require', HOOK, '--eval', program], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
}

const FOREVER = 'await new Promise((resolve) => setTimeout(resolve, 60_000))'

it.each([
  ['returns', '', undefined, 0],
  ['fails', "throw new Error('no')", undefined, 1],
  ['is interrupted', FOREVER, 'SIGINT', 130],
  ['is terminated', FOREVER, 'SIGTERM', 143],
] as const)('stops everything in reverse order when it %s', async (_, body, signal, code) => {
  const child = start(body)
  const output: string[] = []
  child.stdout?.on('data', (chunk: Buffer) => {
    output.push(chunk.toString())
    if (signal && output.join('') === 'running\n') child.kill(signal)
  })
  const [exitCode] = (await once(child, 'close')) as [number | null]
  expect(output.join('')).toBe('running\nstopped second while ending\nstopped first while ending\n')
  expect(exitCode).toBe(code)
})
