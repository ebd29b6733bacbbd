/** Signals and failures during the start. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { builtPackage } from '../support/built-package'
import { builtProgram, outputOf } from '../support/built-program'
import { effort } from '../support/effort'
import { familyOf, parentOf } from '../support/process-family'
import { freePort } from '../support/free-port'
import { withSilentServer } from '../support/silent-server'
import { waitUntil } from '../support/wait-until'
import { isAlive, START_TIMEOUT, waitingArgs } from './start-of-program'

const program = builtProgram()
afterAll(() => {
  program.clear()
})

const cli = path.join(builtPackage, 'dist/src/cli.js')

describe('a signal while the program waits for its database', () => {
  it.each(effort(['2'], ['1', '2']))(
    'exits with %s workers',
    async (workers) => {
      const port = await freePort()
      const child = spawn(process.execPath, [cli, ...waitingArgs(program.folder, port, workers)], {
        stdio: 'pipe',
      })
      const stderr = outputOf(child.stderr)
      await waitUntil(isAlive(port), START_TIMEOUT)
      const all = familyOf(child.pid ?? 0)
      const exit = once(child, 'exit')
      child.kill('SIGTERM')
      expect(await exit).toEqual([0, null])
      expect(await stderr).not.toContain('Error')
      await waitUntil(() => all.every((pid) => parentOf(pid) === undefined))
    },
    60_000,
  )
})

const WHILE_LOADING: readonly (readonly [args: readonly string[], status: number])[] = [
  [[], 0],
  [['--check'], 143],
]

it.each(effort(WHILE_LOADING.slice(0, 1), WHILE_LOADING))(
  'exits on a signal while its files are loaded: %j',
  async (args, status) => {
    const hook = path.join(program.folder, 'signal-while-loading.cjs')
    writeFileSync(
      hook,
      `const Module = require('node:module')
     const { _load } = Module
     let isSent = false
     Module._load = function (name) {
       if (name === 'pino' && !isSent) process.kill(process.pid, 'SIGTERM')
       isSent ||= name === 'pino'
       return _load.apply(this, arguments)
     }`,
    )
    const child = spawn(process.execPath, ['--require', hook, cli, '--port', '0', ...args], {
      stdio: 'ignore',
    })
    expect(await once(child, 'exit')).toEqual([status, null])
  },
)

it('names a working folder that has been removed', async () => {
  const command = `mkdir removed && cd removed && rmdir ../removed && exec "$0" "$@"`
  const args = ['-c', command, process.execPath, cli, '--port', '0']
  const child = spawn('sh', args, { cwd: program.folder })
  expect(await outputOf(child.stderr)).toBe(
    'tablequery: the working folder has been removed: start it in another\n',
  )
})

it(
  'exits on a signal while the database does not respond',
  () =>
    withSilentServer(async (port, silent) => {
      const url = `postgres://u:p@127.0.0.1:${port}/db`
      const child = spawn(process.execPath, [cli, url, '--port', '0'], { stdio: 'ignore' })
      await silent.nextConnection()
      const began = Date.now()
      child.kill('SIGTERM')
      expect(await once(child, 'exit')).toEqual([0, null])
      expect(Date.now() - began).toBeLessThan(8000)
    }),
  60_000,
)
