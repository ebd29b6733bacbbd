/**
 * Runs tests that mostly wait at the same time. `it.concurrent` is not usable: Jest refuses to load a module
 * between the end of one test and the start of the next.
 * @param title may contain the properties of a case, such as `$name`
 * @param timeout milliseconds for all of them
 */
export function concurrentTests<Case extends object>(
  cases: readonly Case[],
  title: string,
  run: (each: Case) => Promise<void>,
  timeout: number,
): void {
  let results: PromiseSettledResult<void>[] = []
  beforeAll(async () => {
    results = await Promise.allSettled(cases.map(run))
  }, timeout)
  it.each(cases.map((each, index) => ({ ...each, index })))(title, ({ index }) => {
    const result = results[index]
    expect(result).toBeDefined()
    if (result?.status === 'rejected') throw result.reason
  })
}
