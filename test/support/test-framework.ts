/**
 * Runs a test file with jest-circus and the module loader of Node.js. Jest's own loader loads all modules
 * again for each test file, and their code starts cold. Here a worker process keeps the product's modules
 * and those of packages; only those of the tests are loaded again.
 */
import { createRequire } from 'node:module'
import path from 'node:path'
import { SourceMapSupport } from '@jest/source-map'
import run, { type TestFramework } from 'jest-circus/runner'
import type * as JestObject from './jest-object'
import { sourceMaps } from './typescript-hook.cjs'

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
    requireInternalModule: (from: string, to = from): unknown => load(to),
  })
  stacks.install(sourceMaps)
  try {
    return await run(globalConfig, config, environment, runtime, file, ...rest)
  } finally {
    for (const loaded of Object.keys(load.cache)) {
      if (!loadedBefore.has(loaded) && !isKept(path.relative(root, loaded))) {
        Reflect.deleteProperty(load.cache, loaded)
      }
    }
  }
}
export default runFile

/** Jest also runs files in its own process, for example again and again with `--watch`. */
const IS_WORKER = process.send !== undefined

function isKept(file: string): boolean {
  // It keeps the tests of a file in variables of its modules.
  if (file.startsWith('node_modules/jest-circus/')) return false
  if (file.startsWith('node_modules/')) return true
  return IS_WORKER && /^(src|dialects|fixtures)\//.test(file) && !file.endsWith('.test.ts')
}
