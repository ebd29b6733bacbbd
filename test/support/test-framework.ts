/**
 * Jest's setting `testRunner`: runs a test file with jest-circus and the module loader of Node.js. Jest's
 * own loader loads all modules again for each test file, and their code starts cold. Here a process keeps
 * the product's modules and those of packages; only those of the tests are loaded again.
 */
import asyncHooks from 'node:async_hooks'
import { createRequire } from 'node:module'
import path from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { SourceMapSupport } from '@jest/source-map'
import type { Config } from '@jest/types'
import run, { type TestFramework } from 'jest-circus/runner'
import type * as JestObject from './jest-object'
import { SequentialStorage } from './sequential-storage'
import { sourceMaps } from './typescript-hook.cjs'

// The code of a test runs too seldom to be worth V8's optimizing compiler, which took a tenth of the processor
// time of test files. V8 compiles a function after so many bytes of executed bytecode; the default is 67,584.
setFlagsFromString('--interrupt-budget=700000')

const root = path.join(__dirname, '../..')
const load = createRequire(__filename)
const stacks = new SourceMapSupport()

const runFile: TestFramework = async (
  globalConfig,
  config,
  environment,
  runtime,
  file,
  ...rest
) => {
  const loadedBefore = new Set(Object.keys(load.cache))
  const { jestObject } = runtime.requireModule<typeof JestObject>(
    path.join(__dirname, 'jest-object.ts'),
  )
  Object.assign(globalThis, { jest: jestObject })
  Object.assign(runtime, {
    requireModule: (from: string): unknown => load(from),
    requireInternalModule: (from: string, to = from): unknown => loadCircus(to),
  })
  stacks.install(sourceMaps)
  try {
    return await run(globalConfig, config, environment, runtime, file, ...rest)
  } finally {
    for (const loaded of Object.keys(load.cache)) {
      if (!loadedBefore.has(loaded) && !isKept(path.relative(root, loaded), globalConfig)) {
        Reflect.deleteProperty(load.cache, loaded)
      }
    }
  }
}
export default runFile

function loadCircus(file: string): unknown {
  const { AsyncLocalStorage } = asyncHooks
  Object.assign(asyncHooks, { AsyncLocalStorage: SequentialStorage })
  try {
    return load(file)
  } finally {
    Object.assign(asyncHooks, { AsyncLocalStorage })
  }
}

function isKept(file: string, { watch, watchAll }: Config.GlobalConfig): boolean {
  // It keeps the tests of a file in variables of its modules.
  if (file.startsWith('node_modules/jest-circus/')) return false
  if (file.startsWith('node_modules/')) return true
  // With `--watch`, the product changes between two runs.
  if (watch || watchAll || /\.(test|stress)\.ts$/.test(file)) return false
  return /^(src|dialects|fixtures)\//.test(file)
}
