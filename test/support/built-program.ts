/** The program as its users start it: built, in a process of its own. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, cp } from 'node:fs/promises'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { builtPage } from './built-pages'
import { runCommand } from './run-command'

export interface BuiltProgram {
  /** Empty at first; its home and its cache too. */
  readonly folder: string
  readonly build: () => Promise<void>
  readonly runToEnd: (
    args: readonly string[],
    environment?: Record<string, string>,
  ) => Promise<{ code: unknown; stdout: string; stderr: string }>
  /** Waits for the line that says that the server is ready; `next` gives one more. */
  readonly serve: (
    args: readonly string[],
    environment?: Record<string, string>,
  ) => Promise<{
    line: string
    baseUrl: string
    child: ChildProcess
    next: () => Promise<string | undefined>
  }>
  /** Ends what was started and removes the folder. */
  readonly clear: () => void
}

const root = path.join(__dirname, '../..')

/** @param name of the build, because test files run side by side */
export function buildProgram(name: string): BuiltProgram {
  /** Below node_modules, so that the program finds its dependencies. */
  const built = path.join(root, 'node_modules/.cache/tablequery-test', name)
  const folder = mkdtempSync(path.join(tmpdir(), 'tablequery-process-'))
  const started: ChildProcess[] = []

  const start = (args: readonly string[], environment: Record<string, string>): ChildProcess => {
    const env = { PATH: process.env['PATH'], HOME: folder, XDG_CACHE_HOME: folder, ...environment }
    const child = spawn(process.execPath, [path.join(built, 'src/cli.js'), ...args], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    started.push(child)
    return child
  }

  return {
    folder,
    build: async () => {
      const compiler = path.join(root, 'node_modules/typescript/bin/tsc')
      const project = path.join(root, 'scripts/tsconfig.build.json')
      await runCommand(process.execPath, [compiler, '-p', project, '--outDir', built])
      // As in the package: the program looks for its pages from where this stands.
      await copyFile(path.join(root, 'package.json'), path.join(built, 'package.json'))
      for (const page of ['viewer', 'api-docs'] as const) {
        await cp(builtPage(page), path.join(built, 'dist', page), { recursive: true })
      }
    },
    runToEnd: async (args, environment = {}) => {
      const child = start(args, environment)
      const exit = once(child, 'exit')
      const [stdout, stderr] = await Promise.all([outputOf(child.stdout), outputOf(child.stderr)])
      const [code] = (await exit) as unknown[]
      return { code, stdout, stderr }
    },
    serve: async (args, environment = {}) => {
      const child = start(['--port', '0', ...args], environment)
      if (!child.stdout) throw new Error('no output')
      const ended = once(child, 'exit').then((end) => {
        throw new Error(`the program has ended: ${String(end)}`)
      })
      const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
      const next = async (): Promise<string | undefined> => {
        const line = await lines.next()
        return line.done === true ? undefined : line.value
      }
      // Its output may end a moment before it does.
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
