/**
 * Jest's setting `runner`: runs the test files concurrently. Tags in the first comment of a file change
 * that; `@quiet` and `@alone` have a reason:
 * - `@long`: it takes about ten seconds or more. Such files start early, because the last one would leave a
 *   processor idle, and between other files, because many of them wait more than they compute. Without
 *   durations of an earlier run, Jest sorts files by their size.
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
    const others = withLongEarly(
      tests.filter((test) => !alone.includes(test) && !quiet.includes(test)),
    )
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

/** Starts the long files evenly among the first half of the others. */
function withLongEarly(tests: readonly Test[]): Test[] {
  const long = tests.filter(({ path }) => hasTag(path, 'long'))
  const others = tests.filter((test) => !long.includes(test))
  const step = Math.ceil(others.length / (2 * long.length))
  const mixed = long.flatMap((test, index) => [
    test,
    ...others.slice(index * step, (index + 1) * step),
  ])
  return [...mixed, ...others.slice(long.length * step)]
}

async function onQuietServers(run: () => Promise<void>): Promise<void> {
  const stop = await startQuietServers()
  try {
    await run()
  } finally {
    await stop()
  }
}
