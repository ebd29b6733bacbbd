/**
 * Runs the test files concurrently, and afterwards, one by one, those whose first comment has the tag
 * `@alone` with a reason: they measure time or memory, or need a database server without other writes.
 */
import { readFileSync } from 'node:fs'
import TestRunner, { type Test, type TestRunnerOptions, type TestWatcher } from 'jest-runner'

export default class extends TestRunner {
  override async runTests(
    tests: Test[],
    watcher: TestWatcher,
    options: TestRunnerOptions,
  ): Promise<void> {
    const alone = tests.filter(runsAlone)
    const others = tests.filter((test) => !alone.includes(test))
    if (others.length > 0) await super.runTests(others, watcher, options)
    if (alone.length > 0) await super.runTests(alone, watcher, { ...options, serial: true })
  }
}

function runsAlone({ path }: Test): boolean {
  const [comment = ''] = /^\/\*\*.*?\*\//s.exec(readFileSync(path, 'utf8')) ?? []
  return comment.includes('@alone ')
}
