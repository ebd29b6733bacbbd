/** Signals to process 1 and to all processes during the start, and workers that exit meanwhile. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { builtPackage } from '../support/built-package'
import { builtProgram, outputOf } from '../support/built-program'
import { freePort } from '../support/free-port'
import { testsThatNeed } from '../support/left-out'
import { childrenOf } from '../support/process-family'
import { waitUntil } from '../support/wait-until'
import { isAlive, START_TIMEOUT, waitingArgs } from './start-of-program'

const program = builtProgram()
const cli = path.join(builtPackage, 'dist/src/cli.js')
afterAll(() => {
  program.clear()
})

// The kernel delivers only handled signals to process 1. https://man7.org/linux/man-pages/man7/pid_namespaces.7.html
testsThatNeed('root').it.each(['SIGTERM', 'SIGINT'] as const)(
  'exits on %s as process 1 while it waits for its database',
  async (signal) => {
    const port = await freePort()
    const args = ['--pid', '--fork', '--kill-child', process.execPath, cli]
    const outer = spawn('unshare', [...args, ...waitingArgs(program.folder, port, '1')], {
      stdio: 'ignore',
    })
    try {
      await waitUntil(isAlive(port), START_TIMEOUT)
      const exit = once(outer, 'exit')
      const [inner = 0] = childrenOf(outer.pid)
      process.kill(inner, signal)
      expect(await Promise.race([exit, delay(10_000, 'still running')])).toEqual([0, null])
    } finally {
      outer.kill('SIGKILL')
    }
  },
  60_000,
)

it.each(['SIGINT', 'SIGTERM'] as const)(
  'exits with status 0 on a %s to all of its processes as soon as it has several',
  async (signal) => {
    const file = path.join(program.folder, 'any.db')
    new Database(file).exec('create table if not exists t (id)').close()
    const child = spawn(process.execPath, [cli, file, '--port', '0'], { detached: true })
    const { pid = 0 } = child
    const stderr = outputOf(child.stderr)
    await waitUntil(() => childrenOf(pid).length > 0, START_TIMEOUT)
    const exit = once(child, 'exit')
    process.kill(-pid, signal)
    expect(await exit).toEqual([0, null])
    expect(await stderr).not.toContain('tablequery:')
  },
  60_000,
)

describe('a worker that exits while the others start', () => {
  const QUIET = ['--port', '0', '--log-level', 'error']
  it.each([
    ['by SIGKILL', 'process.kill(process.pid, "SIGKILL")'],
    ['with code 3', 'process.exit(3)'],
  ])(
    'stops the program with a message: %s',
    async (reason, exit) => {
      const hook = path.join(program.folder, 'second-worker-exits.cjs')
      writeFileSync(hook, `if (require('node:cluster').worker?.id === 2) ${exit}`)
      const began = Date.now()
      const { code, stdout, stderr } = await program.runToEnd([...QUIET, '--workers', '3'], {
        NODE_OPTIONS: `--require ${hook}`,
      })
      const message = `tablequery: worker 2 exited ${reason} during the start\n`
      expect([code, stdout, stderr]).toEqual([1, '', message])
      expect(Date.now() - began).toBeLessThan(30_000)
    },
    60_000,
  )
})
