/** Standard output that nobody reads, or that is a full disk. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import path from 'node:path'
import { builtPackage } from '../support/built-package'
import { exampleCache, outputOf } from '../support/built-program'
import { effort } from '../support/effort'
import { freePort } from '../support/free-port'
import { waitUntil } from '../support/wait-until'

function start(args: readonly string[], stdout: 'pipe' | number): ChildProcess {
  const env = { PATH: process.env['PATH'], XDG_CACHE_HOME: exampleCache }
  const cli = path.join(builtPackage, 'dist/src/cli.js')
  const child = spawn(process.execPath, [cli, ...args], { env, stdio: ['ignore', stdout, 'pipe'] })
  child.stdout?.destroy()
  return child
}

async function endOf(child: ChildProcess): Promise<{ code: unknown; stderr: string }> {
  const exit = once(child, 'exit')
  const stderr = await outputOf(child.stderr)
  const [code] = (await exit) as unknown[]
  return { code, stderr }
}

const full = (): number => openSync('/dev/full', 'w')

type Case = readonly [args: readonly string[], code: number]

const UNREAD: readonly Case[] = [
  [['--help'], 0],
  [['conformance', '--help'], 2],
  [['--version'], 0],
  [['--dump-config'], 0],
  [['--check'], 0],
]

it.each(effort(UNREAD.slice(1, 2), UNREAD))(
  'ends %j quietly when nobody reads it',
  async (args, code) => {
    expect(await endOf(start(args, 'pipe'))).toEqual({ code, stderr: '' })
  },
  30_000,
)

const UNWRITTEN: readonly Case[] = [
  [['--help'], 1],
  [['--check'], 1],
  [['conformance', '--help'], 2],
]

it.each(effort(UNWRITTEN.slice(0, 1), UNWRITTEN))(
  'ends %j with one line when the disk is full',
  async (args, code) => {
    const stderr = 'tablequery: cannot write to standard output: ENOSPC\n'
    expect(await endOf(start(args, full()))).toEqual({ code, stderr })
  },
  30_000,
)

const OF_SERVER: readonly (readonly [string, () => 'pipe' | number])[] = [
  ['is a full disk', full],
  ['nobody reads', () => 'pipe'],
]

it.each(effort(OF_SERVER.slice(0, 1), OF_SERVER))(
  'does not end a server whose output %s',
  async (_what, stdout) => {
    const port = await freePort()
    const child = start(['--port', String(port), '--log-level', 'error'], stdout())
    const status = async (): Promise<unknown> =>
      (await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => undefined))?.status
    await waitUntil(async () => (await status()) === 200 || child.exitCode !== null)
    // The line that reports readiness follows the first response.
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect([await status(), child.exitCode]).toEqual([200, null])
    child.kill('SIGTERM')
    expect(await endOf(child)).toEqual({ code: 0, stderr: '' })
  },
  30_000,
)
