/** Signals and failures during the start, and the health check of the container. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import path from 'node:path'
import pino from 'pino'
import { readCommand } from '../../src/program/config'
import { checkHealth } from '../../src/program/health-check'
import { startServer } from '../../src/program/server'
import type { Settings } from '../../src/program/settings'
import { StartStoppedError } from '../../src/start-error'
import { builtPackage } from '../support/built-package'
import { builtProgram, outputOf } from '../support/built-program'
import { effort } from '../support/effort'
import { familyOf, parentOf } from '../support/process-family'
import { runCommand } from '../support/run-command'
import { freePort } from '../support/free-port'
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

it('exits on a signal while the database does not respond', async () => {
  const silent = createServer(() => undefined).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  const url = `postgres://u:p@127.0.0.1:${port}/db`
  const child = spawn(process.execPath, [cli, url, '--port', '0'], { stdio: 'ignore' })
  await once(silent, 'connection')
  const began = Date.now()
  child.kill('SIGTERM')
  expect(await once(child, 'exit')).toEqual([0, null])
  expect(Date.now() - began).toBeLessThan(8000)
  silent.close()
}, 60_000)

describe("the container's health check", () => {
  const dockerfile = readFileSync(path.join(__dirname, '../../scripts/Dockerfile'), 'utf8')
  const [, command = '[]'] = /^HEALTHCHECK .*CMD (\[.*\])$/m.exec(dockerfile) ?? []
  const [, ...args] = (JSON.parse(command) as string[]).map((arg) =>
    arg === 'dist/src/cli.js' ? cli : arg,
  )
  const check = async (env: Record<string, string>): Promise<string> =>
    runCommand(process.execPath, args, { env: { PATH: process.env['PATH'], ...env } }).then(
      () => 'healthy',
      (error: unknown) =>
        String(error)
          .replace(/^.*failed: /s, '')
          .trim(),
    )
  const withoutDatabase = {
    DATABASE_URL: `sqlite:${program.folder}/never.db`,
    TABLEQUERY_WAIT_FOR_DATABASE: 'true',
  }

  it('finds the program, even without its database', async () => {
    const port = await freePort()
    const environment = { ...withoutDatabase, PORT: String(port) }
    const address = `http://127.0.0.1:${port}/`
    expect(await check(environment)).toContain(`tablequery: no response from ${address}`)
    const child = spawn(process.execPath, [cli], {
      env: { PATH: process.env['PATH'], ...environment },
      stdio: 'ignore',
    })
    try {
      await waitUntil(isAlive(port), START_TIMEOUT)
      expect(await check(environment)).toBe('healthy')
    } finally {
      child.kill('SIGTERM')
      await once(child, 'exit')
    }
  }, 60_000)

  /** @returns the settings as the program reads them */
  const settingsOf = (
    run: 'health' | 'serve',
    options: readonly string[],
    environment: Record<string, string>,
  ): Settings => {
    const command = readCommand(options, environment)
    if (command.run !== run) throw new Error(`the program would run "${command.run}"`)
    return command.settings
  }

  it.each([
    ['a variable before PORT', (port: number) => ({ TABLEQUERY_PORT: String(port), PORT: '1' })],
    ['every interface', (port: number) => ({ PORT: String(port), HOST: '0.0.0.0' })],
    [
      'another mount path',
      (port: number) => ({ PORT: String(port), TABLEQUERY_MOUNT_PATH: '/x/y' }),
    ],
    ['an admin port', (port: number) => ({ PORT: '0', TABLEQUERY_ADMIN_PORT: String(port) })],
    [
      'a file',
      (port: number) => {
        const file = path.join(program.folder, `config-${port}.json`)
        writeFileSync(file, JSON.stringify({ port }))
        return { TABLEQUERY_CONFIG: file }
      },
    ],
  ])('finds the server with %s, in the process of the test', async (_setting, settings) => {
    const port = await freePort()
    const environment = { ...withoutDatabase, ...settings(port) }
    const checked = settingsOf('health', args.slice(1), environment)
    const address = `http://127.0.0.1:${port}/`
    await expect(checkHealth(checked)).rejects.toThrow(`no response from ${address}`)
    const { connection = '', ...served } = settingsOf('serve', [], environment)
    const stop = new AbortController()
    const log = pino({ level: 'silent' })
    const starting = startServer({ ...served, connection }, log, stop.signal)
    const stopped = expect(starting).rejects.toThrow(StartStoppedError)
    try {
      await Promise.race([waitUntil(isAlive(port)), starting])
      await expect(checkHealth(checked)).resolves.toBeUndefined()
    } finally {
      stop.abort(new StartStoppedError())
      await stopped
    }
  })
})
