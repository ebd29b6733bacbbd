/** Runs a program from a document like a reader who has installed the package; uses its sources. */
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { runFolder } from './run-folder'

export interface ExampleProgram {
  readonly folder: string
  /** The caller reads standard output and standard error. */
  readonly start: (args: readonly string[], environment: Record<string, string>) => ChildProcess
  /** Kills the processes that still run. */
  readonly clear: () => void
}

const root = path.join(__dirname, '../..')
const SOURCES = { index: 'src/index.ts', client: 'src/client/index.ts' }

/** @param name unique name of the program's folder, because test files run concurrently */
export function exampleProgram(name: string, code: string): ExampleProgram {
  const folder = path.join(runFolder, `example-${name}`)
  const linked = path.join(folder, 'node_modules/tablequery')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(linked, { recursive: true })
  for (const [entry, source] of Object.entries(SOURCES)) {
    const file = JSON.stringify(path.join(root, source))
    writeFileSync(path.join(linked, `${entry}.js`), `module.exports = require(${file})\n`)
  }
  const program = path.join(folder, 'program.ts')
  writeFileSync(program, code)
  const hook = path.join(__dirname, 'typescript-hook.cjs')
  const started: ChildProcess[] = []
  return {
    folder,
    start: (args, environment) => {
      const child = spawn(process.execPath, ['--require', hook, program, ...args], {
        env: { ...process.env, ...environment },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      started.push(child)
      return child
    },
    clear: () => {
      for (const child of started) child.kill('SIGKILL')
    },
  }
}
