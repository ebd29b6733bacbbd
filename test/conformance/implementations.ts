/** Starts the implementations of fixtures/implementations, unchanged or with a fault. */
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { transformSync } from '@swc/core'
import { loadFixture } from '../../fixtures/load-fixture'
import { conformance } from '../../fixtures/conformance/conformance'
import type * as KoaKnexModule from '../../fixtures/implementations/koa-knex'
import { fixtureStorage } from '../../fixtures/sqlite-storage'
import { substituted } from '../support/document-code'
import { runFolder } from '../support/run-folder'
import { serveApp } from '../support/serve-app'
import { testProgram } from '../support/test-programs'

export interface RunningImplementation {
  readonly baseUrl: string
  readonly stop: () => Promise<void>
}

/** Parts of the source, and their replacements. */
export type Changes = Readonly<Record<string, string>>

const folder = path.join(__dirname, '../../fixtures/implementations')

export const PYTHON_SOURCE = path.join(folder, 'table_query.py')

/** A path in this run's folder that no other test uses. */
function newFile(extension: string): string {
  mkdirSync(runFolder, { recursive: true })
  return path.join(runFolder, `implementation-${randomUUID()}.${extension}`)
}

/** A SQLite file with the tables of the conformance suite. */
export async function conformanceFile(): Promise<string> {
  const file = newFile('sqlite')
  await loadFixture(conformance, fixtureStorage, file)
  return file
}

export interface PythonProcess {
  /** Starts one implementation after another. @param args more arguments, e.g. `--token` */
  readonly start: (
    file: string,
    args?: readonly string[],
    changes?: Changes,
  ) => Promise<Pick<RunningImplementation, 'baseUrl'>>
  /** Stops all of its implementations. */
  readonly stop: () => Promise<void>
}

/** A process for several implementations, because Python takes longer to start. Needs `testsThatNeed('python3')`. */
export function startPythonProcess(): PythonProcess {
  const { loader, path: python, env } = testProgram('python3')
  const [command, ...words] = [...loader, python, path.join(__dirname, 'run-scripts.py')]
  const child = spawn(command, words, {
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  // A process that has ended is reported by `start`.
  child.stdin.on('error', () => undefined)
  const lines = createInterface({ input: child.stdout })
  const exited = once(child, 'exit')
  return {
    start: async (file, args = [], changes = {}) => {
      const script = newFile('py')
      writeFileSync(script, substituted(readFileSync(PYTHON_SOURCE, 'utf8'), changes))
      const ended = exited.then((): never => {
        throw new Error(`${script} has ended`)
      })
      const line = once(lines, 'line')
      child.stdin.write(`${JSON.stringify([script, file, '--port', '0', ...args])}\n`)
      const [baseUrl] = (await Promise.race([line, ended])) as [string]
      ended.catch(() => undefined)
      return { baseUrl }
    },
    stop: async () => {
      child.kill()
      await exited
    },
  }
}

/** Starts one implementation in a process of its own. */
export async function startPython(
  ...implementation: Parameters<PythonProcess['start']>
): Promise<RunningImplementation> {
  const { start, stop } = startPythonProcess()
  return { ...(await start(...implementation)), stop }
}

const OPTIONS = {
  module: { type: 'commonjs' },
  jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
} as const

/** Starts the Koa + knex implementation in this process. */
export async function startKoaKnex(
  file: string,
  apiKey?: string,
  changes: Changes = {},
): Promise<RunningImplementation> {
  const source = substituted(readFileSync(path.join(folder, 'koa-knex.ts'), 'utf8'), changes)
  const { code } = transformSync(source, OPTIONS)
  const exports: Partial<typeof KoaKnexModule> = {}
  // oxlint-disable-next-line typescript/no-implied-eval -- the source with its fault
  const evaluate = new Function('exports', 'require', code) as (
    into: Partial<typeof KoaKnexModule>,
    load: NodeJS.Require,
  ) => void
  evaluate(exports, require)
  if (!exports.createImplementation) throw new Error('the source exports nothing')
  const { app, close } = exports.createImplementation(file, apiKey)
  const { origin, stop } = await serveApp(app)
  return {
    baseUrl: `${origin}/api/table-viewer`,
    stop: async () => {
      stop()
      await close()
    },
  }
}
