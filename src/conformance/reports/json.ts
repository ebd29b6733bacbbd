import type { Report } from '../report'

/** The whole report as JSON. */
export function jsonReport(report: Report): string {
  return `${JSON.stringify(report, null, 2)}\n`
}
