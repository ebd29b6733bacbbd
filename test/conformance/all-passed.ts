import { failuresOf, type Report } from '../../src/conformance'

/** Requires that each check of a run has passed or does not apply. */
export function expectAllPassed(report: Report): void {
  expect(failuresOf(report)).toEqual([])
  expect(report.isComplete).toBe(true)
  expect(report.results.filter(({ status }) => status === 'data changed')).toEqual([])
}
