/**
 * Jest's setting `runner`: runs the test files concurrently. Tags in the first comment of a file change
 * that; `@quiet` and `@alone` have a reason:
 * - `@long`: it takes about 15 seconds or more. Such files start first. A clone without Jest's cache sorts
 *   files by their size, and a short file that takes long would end after all others, with a processor idle.
 * - `@quiet`: it needs database servers without other writes. Such files run one by one beside the
 *   others, on servers of their own.
 * - `@alone`: it measures time or memory. Such files run one by one after all others.
 */
import TestRunner, { type Test, type TestRunnerOptions, type TestWatcher } from 'jest-runner'
import { startQuietServers, usesGivenServers } from './quiet-servers'
import { hasTag } from './test-tag'

export default class extends TestRunner {
  override async runTests(
    tests: Test[],
    watcher: TestWatcher,
    options: TestRunnerOptions,
  ): Promise<void> {
    const alone = tests.filter(({ path }) => hasTag(path, 'alone'))
    const quiet = tests.filter(({ path }) => hasTag(path, 'quiet'))
    const others = tests
      .filter((test) => !alone.includes(test) && !quiet.includes(test))
      .sort((a, b) => Number(hasTag(b.path, 'long')) - Number(hasTag(a.path, 'long')))
    const run = async (some: Test[], serial = false): Promise<void> => {
      if (some.length > 0) await super.runTests(some, watcher, { ...options, serial })
    }
    const hasOneKind = quiet.length === 0 || others.length === 0
    // In one process (`--runInBand`), files that ran at the same time would share its environment.
    if (hasOneKind || usesGivenServers() || options.serial) {
      await run(others, options.serial)
      await run(quiet, true)
    } else {
      await Promise.all([run(others, options.serial), onQuietServers(() => run(quiet, true))])
    }
    await run(alone, true)
  }
}

async function onQuietServers(run: () => Promise<void>): Promise<void> {
  const stop = await startQuietServers()
  try {
    await run()
  } finally {
    await stop()
  }
}
