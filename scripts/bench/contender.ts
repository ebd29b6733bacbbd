/** The compared servers, each in its own process. */
import { spawn } from 'node:child_process'
import path from 'node:path'
import { firstLine } from '../../test/support/first-line'
import { residentMemory } from '../../test/support/process-family'

export interface Contender {
  readonly name: string
  /** URL of the `query` route without parameters. */
  readonly route: string
  /** Megabytes of memory after the start. */
  readonly idleMemory: number
  /** Megabytes of memory of the process and its child processes. */
  residentMemory(): number
  stop(): Promise<void>
}

const root = path.join(__dirname, '../..')
const hook = path.join(root, 'test/support/typescript-hook.cjs')

export const PROGRAM = path.join(root, 'dist/src/cli.js')

const PROGRAMS: Readonly<Record<string, { args: string[]; path: string; env?: object }>> = {
  tablequery: {
    args: [PROGRAM, '--port', '0', '--statement-timeout', '600000'],
    path: '/query?table=bench',
  },
  bare: { args: ['--require', hook, path.join(__dirname, 'bare-server.ts')], path: '/query?x=1' },
  counting: {
    args: ['--require', hook, path.join(__dirname, 'bare-server.ts')],
    path: '/query?x=1',
    env: { COUNT: '1' },
  },
  plain: { args: ['--require', hook, path.join(__dirname, 'plain-server.ts')], path: '/query?x=1' },
}

export async function startContender(name: string, url: string): Promise<Contender> {
  const program = PROGRAMS[name]
  if (!program) throw new Error(`no contender ${name}`)
  const child = spawn(process.execPath, [...program.args, url], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...program.env },
  })
  const [line] = (await firstLine(child)).split(' ')
  return {
    name,
    route: `${line}${program.path}`,
    idleMemory: residentMemory(child.pid ?? 0),
    residentMemory: () => residentMemory(child.pid ?? 0),
    stop: async () => {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGKILL')
      await ended
    },
  }
}
