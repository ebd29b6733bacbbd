/** Writes a report as JUnit XML for CI servers: a suite for each topic, a case for each check and table. */
import type { Report, Result } from '../report'

/** The report as JUnit XML. */
export function junitReport({ results, seconds }: Report): string {
  const topics = new Map<string, Result[]>()
  for (const result of results) {
    const [topic = ''] = result.check.id.split('/')
    topics.set(topic, [...(topics.get(topic) ?? []), result])
  }
  const suites = [...topics].map(([topic, ofTopic]) => {
    const name = `name="${escaped(topic)}"`
    return `  <testsuite ${name} ${counts(ofTopic)}>\n${ofTopic.map(caseOf).join('')}  </testsuite>\n`
  })
  const head = `<testsuites name="conformance" ${counts(results)} time="${seconds.toFixed(3)}">`
  return `<?xml version="1.0" encoding="UTF-8"?>\n${head}\n${suites.join('')}</testsuites>\n`
}

function counts(results: readonly Result[]): string {
  const failures = results.filter(({ status }) => status === 'failed').length
  const passed = results.filter(({ status }) => status === 'passed').length
  const skipped = results.length - failures - passed
  return `tests="${results.length}" failures="${failures}" skipped="${skipped}"`
}

function caseOf({ check, table, status, findings, reason = '' }: Result): string {
  const start = `    <testcase classname="${escaped(table ?? 'service')}" name="${escaped(check.id)}"`
  if (status === 'passed') return `${start}/>\n`
  if (status !== 'failed')
    return `${start}><skipped message="${escaped(`${status}: ${reason}`)}"/></testcase>\n`
  const quotes = check.sentences.map(({ number, quote }) => `${number} ${quote}`)
  const text = [...quotes, ...findings.flatMap(({ message, curl = '' }) => [message, curl])].join(
    '\n',
  )
  const [first] = findings
  const failure = `<failure message="${escaped(first?.message ?? '')}">${escaped(text)}</failure>`
  return `${start}>${failure}</testcase>\n`
}

function escaped(text: string): string {
  return (
    text
      // XML cannot represent these characters.
      .replaceAll(/(?![\t\n\r])\p{Cc}|\p{Cs}|[\ufffe\uffff]/gu, '\ufffd')
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
      .replaceAll('\n', '&#10;')
  )
}
