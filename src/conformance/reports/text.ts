/** Writes a report as text. It escapes control characters of the server, which a terminal would obey. */
import { visible } from '../../log/control-characters'
import { failuresOf, type Report, type Result } from '../report'

/** One line for the results of a check, over all tables. */
export function progressLine(results: readonly Result[]): string {
  const [first] = results
  if (!first) return ''
  const has = (status: Result['status']): number =>
    results.filter((result) => result.status === status).length
  const failed = has('failed')
  const word = failed > 0 ? 'FAILED' : has('not run') > 0 ? '-' : has('passed') > 0 ? 'ok' : '-'
  const { id, level } = first.check
  const notes = [
    ...(first.table !== undefined && failed > 0
      ? [`${failed} of ${plural(results.length, 'table')}`]
      : []),
    ...(has('data changed') > 0 ? [`data changed in ${plural(has('data changed'), 'table')}`] : []),
    ...(word === '-' ? [`${first.status}: ${first.reason ?? ''}`] : []),
  ]
  const line = `${word.padEnd(6)}  ${level.padEnd(8)}  ${id.padEnd(36)}  ${notes.join(', ')}`
  return visible(line.trimEnd())
}

/** Lists each failure with a sentence of the contract and a command to reproduce it, then a summary. */
export function textReport(report: Report): string {
  const failures = failuresOf(report)
  return [...failures.map(failureText), summary(report, failures)].join('\n')
}

function failureText({ check, table, findings }: Result): string {
  const { id, title, sentences } = check
  return [
    `${id}${table === undefined ? '' : ` on table ${table}`}: ${title}`,
    ...sentences.slice(0, 2).map(({ number, quote }) => `  ${number} "${quote}"`),
    ...findings.flatMap(({ message, curl }) => [
      `  ${message}`,
      ...(curl === undefined ? [] : [`    ${curl}`]),
    ]),
    '',
  ]
    .map(visible)
    .join('\n')
}

function summary(report: Report, failures: readonly Result[]): string {
  const { results, tables, unchecked, requests, seconds, level, isComplete } = report
  const checks = new Set(results.map(({ check }) => check.id)).size
  const failed = new Set(failures.map(({ check }) => check.id)).size
  const changed = new Set(
    results.flatMap(({ status, table = '' }) => (status === 'data changed' ? [table] : [])),
  )
  const size = `${plural(requests, 'request')} in ${seconds.toFixed(1)} s`
  return [
    `${failed} of ${plural(checks, 'check')} failed (level ${level}), on ${plural(tables.length, 'table')}, with ${size}.`,
    ...(unchecked.length > 0
      ? [`Not checked: ${plural(unchecked.length, 'more table')}; --table NAME selects a table.`]
      : []),
    ...(changed.size > 0
      ? [
          `Data changed during the run, so some checks have no result for these tables: ${[...changed].join(', ')}.`,
        ]
      : []),
    ...(isComplete ? [] : [`Some checks did not run: ${reasonOf(results)}.`]),
    '',
  ]
    .map(visible)
    .join('\n')
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

function reasonOf(results: Report['results']): string {
  return results.find(({ status }) => status === 'not run')?.reason ?? ''
}
