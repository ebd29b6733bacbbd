/** Signals and failures while the program starts, and the question whether it lives. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { builtPackage } from '../support/built-package'
import { builtProgram, outputOf } from '../support/built-program'
import { testsThatNeed } from '../support/left-out'
import { childrenOf, familyOf, parentOf } from '../support/process-family'
import { runCommand } from '../support/run-command'
import { freePort } from '../support/supervised-process'

const program = builtProgram()
afterAll(() => {
  program.clear()
})

const cli = path.join(builtPackage, 'dist/src/cli.js')

async function until(isSo: () => unknown): Promise<void> {
  const began = Date.now()
  while (!(await isSo())) {
    if (Date.now() - began > 40_000) throw new Error('it never was so')
    await delay(20)
  }
}

const lives = (port: number) => async (): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/healthz`).then(
    () => true,
    () => false,
  )

describe('told to stop while it waits for its database', () => {
  const waiting = (port: number, workers: string): string[] => [
    ...[`sqlite:${program.folder}/never.db`, '--wait-for-database', 'true'],
    ...['--port', String(port), '--workers', workers],
  ]

  it.each(['1', '2'])(
    'it ends, with %s workers',
    async (workers) => {
      const port = await freePort()
      const child = spawn(process.execPath, [cli, ...waiting(port, workers)], { stdio: 'pipe' })
      const stderr = outputOf(child.stderr)
      await until(lives(port))
      const all = familyOf(child.pid ?? 0)
      const exit = once(child, 'exit')
      child.kill('SIGTERM')
      expect(await exit).toEqual([0, null])
      expect(await stderr).not.toContain('Error')
      await until(() => all.every((pid) => parentOf(pid) === undefined))
    },
    60_000,
  )

  // A process 1 gets no signal that it has no handler for. https://man7.org/linux/man-pages/man7/pid_namespaces.7.html
  testsThatNeed('root').it.each(['SIGTERM', 'SIGINT'] as const)(
    'it ends on %s as process 1',
    async (signal) => {
      const port = await freePort()
      const words = ['--pid', '--fork', '--kill-child', process.execPath, cli]
      const outer = spawn('unshare', [...words, ...waiting(port, '1')], { stdio: 'ignore' })
      try {
        await until(lives(port))
        const exit = once(outer, 'exit')
        const [inner = 0] = childrenOf(outer.pid)
        process.kill(inner, signal)
        expect(await Promise.race([exit, delay(10_000, 'still there')])).toEqual([0, null])
      } finally {
        outer.kill('SIGKILL')
      }
    },
    60_000,
  )
})

it('ends in time when the database never answers', async () => {
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

describe('a worker that dies while the others start', () => {
  it.each([
    ['SIGKILL', 'process.kill(process.pid, "SIGKILL")', 'by SIGKILL'],
    ['a code', 'process.exit(3)', 'with code 3'],
  ])(
    'ends the program, which says so: by %s',
    async (_how, death, said) => {
      const hook = path.join(program.folder, 'second-worker-dies.cjs')
      writeFileSync(hook, `if (require('node:cluster').worker?.id === 2) ${death}`)
      const began = Date.now()
      const { code, stdout, stderr } = await program.runToEnd(['--port', '0', '--workers', '3'], {
        NODE_OPTIONS: `--require ${hook}`,
      })
      const message = `tablequery: worker 2 exited ${said} during the start\n`
      expect([code, stdout, stderr]).toEqual([1, '', message])
      expect(Date.now() - began).toBeLessThan(30_000)
    },
    60_000,
  )
})

describe("the container's health check", () => {
  const dockerfile = readFileSync(path.join(__dirname, '../../scripts/Dockerfile'), 'utf8')
  const [, command = '[]'] = /^HEALTHCHECK .*CMD (\[.*\])$/m.exec(dockerfile) ?? []
  const [, ...words] = (JSON.parse(command) as string[]).map((word) =>
    word === 'dist/src/cli.js' ? cli : word,
  )
  const check = async (env: Record<string, string>): Promise<string> =>
    runCommand(process.execPath, words, { env: { PATH: process.env['PATH'], ...env } }).then(
      () => 'healthy',
      (error: unknown) =>
        String(error)
          .replace(/^.*failed: /s, '')
          .trim(),
    )

  it.each([
    ['a port', (port: number) => ({ PORT: String(port) })],
    ['a variable', (port: number) => ({ TABLEQUERY_PORT: String(port), PORT: '1' })],
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
  ])(
    'asks the program that is set by %s whether it lives, also without its database',
    async (_by, set) => {
      const environment = {
        ...set(await freePort()),
        DATABASE_URL: `sqlite:${program.folder}/never.db`,
        TABLEQUERY_WAIT_FOR_DATABASE: 'true',
      }
      expect(await check(environment)).toMatch(
        /^tablequery: no response from http:\/\/127\.0\.0\.1:/,
      )
      const child = spawn(process.execPath, [cli], {
        env: { PATH: process.env['PATH'], ...environment },
        stdio: 'ignore',
      })
      await until(async () => (await check(environment)) === 'healthy')
      child.kill('SIGTERM')
      await once(child, 'exit')
      expect(await check(environment)).toContain('no response')
    },
    60_000,
  )
})
