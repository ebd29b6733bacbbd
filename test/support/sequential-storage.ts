/**
 * Replaces the `AsyncLocalStorage` in which jest-circus keeps the running test, for errors that nothing
 * catches. That class makes Node.js 20 follow each promise, which takes a tenth of the time of a test. The
 * tests of a file run one after another, so one value is enough: an error after the end of its test counts
 * for the test that runs then.
 */
export class SequentialStorage<T> {
  private value: T | undefined

  getStore(): T | undefined {
    return this.value
  }

  run<Result>(value: T, callback: () => Result): Result {
    const before = this.value
    const restore = (): void => {
      this.value = before
    }
    this.value = value
    const result = callback()
    if (result instanceof Promise) result.then(restore, restore)
    else restore()
    return result
  }
}
