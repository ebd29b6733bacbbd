/** Starts the built program in a process of its own, as users do. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { builtPackage } from './built-package'

export interface BuiltProgram {
  /** A new, empty folder; also the home of the program. */
  readonly folder: string
  readonly runToEnd: (
    args: readonly string[],
    environment?: Record<string, string>,
  ) => Promise<{ code: unknown; stdout: string; stderr: string }>
  /**
   * Waits for the line that reports readiness; `next` reads one more line.
   * @param stderr a file descriptor instead of a pipe
   */
  readonly serve: (
    args: readonly string[],
    environment?: Record<string, string>,
    stderr?: 'pipe' | number,
  ) => Promise<{
    line: string
    baseUrl: string
    child: ChildProcess
    next: () => Promise<string | undefined>
  }>
  /** Kills the started processes and removes the folder. */
  readonly clear: () => void
}

const built = path.join(builtPackage, 'dist/src/cli.js')

/** All programs of this build share it: the first one creates the example database there, which takes seconds. */
export const exampleCache = path.join(builtPackage, 'cache')

/** Runs the program of this package, or of an installed one, by this version of Node.js or another. */
export interface ProgramChoice {
  /** Default: the version of this process. */
  readonly node?: string
  /** Path of the program; default: that of the build. */
  readonly program?: string
}

export function builtProgram({
  node = process.execPath,
  program = built,
}: ProgramChoice = {}): BuiltProgram {
  const folder = mkdtempSync(path.join(tmpdir(), 'tablequery-process-'))
  const started: ChildProcess[] = []

  const start = (
    args: readonly string[],
    environment: Record<string, string>,
    stderr: 'pipe' | number = 'pipe',
  ): ChildProcess => {
    const env = {
      PATH: process.env['PATH'],
      HOME: folder,
      XDG_CACHE_HOME: exampleCache,
      ...environment,
    }
    const child = spawn(node, [program, ...args], {
      env,
      stdio: ['ignore', 'pipe', stderr],
    })
    started.push(child)
    return child
  }

  return {
    folder,
    runToEnd: async (args, environment = {}) => {
      const child = start(args, environment)
      const exit = once(child, 'exit')
      const [stdout, stderr] = await Promise.all([outputOf(child.stdout), outputOf(child.stderr)])
      const [code] = (await exit) as unknown[]
      return { code, stdout, stderr }
    },
    serve: async (args, environment = {}, stderr = 'pipe') => {
      const port = args.includes('--port') ? [] : ['--port', '0']
      const child = start([...args, ...port], environment, stderr)
      if (!child.stdout) throw new Error('the program has no standard output')
      const ended = once(child, 'exit').then((end) => {
        throw new Error(`the program has ended: ${String(end)}`)
      })
      const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
      const next = async (): Promise<string | undefined> => {
        const line = await lines.next()
        return line.done === true ? undefined : line.value
      }
      // The output may end a moment before the process.
      const line = (await Promise.race([next(), ended])) ?? (await ended)
      ended.catch(() => undefined)
      return { line, baseUrl: line.split(' ')[0] ?? '', child, next }
    },
    clear: () => {
      for (const child of started) child.kill('SIGKILL')
      rmSync(folder, { recursive: true })
    },
  }
}

export async function outputOf(stream: NodeJS.ReadableStream | null): Promise<string> {
  let output = ''
  for await (const chunk of stream ?? []) output += String(chunk)
  return output
}
