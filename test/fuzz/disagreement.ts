/** What is wrong with the answers to a case, as a text to reproduce it by; `undefined` if nothing is. */
import { pathOf, type EngineAnswer, type FuzzEngine } from './engines'
import type { FuzzCase } from './fuzz-case'
import { ANY } from './reference-parameters'
import { expectedAnswer, type Expected } from './reference'

export function disagreement(
  { table, rows, requests }: FuzzCase,
  engines: readonly FuzzEngine[],
  /** By engine, then by request. */
  answers: readonly (readonly EngineAnswer[])[],
): string | undefined {
  for (const [number, request] of requests.entries()) {
    const received = engines.map((engine, index) => {
      const answer = answers[index]?.[number] ?? { status: 0, text: 'no answer' }
      const expected = expectedAnswer(request, table, engine.dialect)
      return { engine, answer, expected, isRight: isRight(answer, expected, table.name) }
    })
    const failures = received.filter(({ isRight }) => !isRight)
    const texts = new Set(
      received.map(({ answer }) => answer.text.replace(/ of type [^"]* cannot/, ' cannot')),
    )
    const isError = received[0]?.expected.status !== 200
    if (failures.length === 0 && !(isError && texts.size > 1)) continue
    const { expected } = failures[0] ?? received[0] ?? {}
    return [
      `table ${JSON.stringify({ ...table, rows: undefined })}`,
      'rows',
      ...rows.map((row) => `  ${row.map(literal).join(', ')}`),
      `GET ${pathOf(request)}`,
      `  by the contract: ${JSON.stringify(expected)}`,
      ...received.map(({ engine, answer }) => `  ${engine.name}: ${answer.status} ${answer.text}`),
    ].join('\n')
  }
  return undefined
}

function isRight({ status, text }: EngineAnswer, expected: Expected, table: string): boolean {
  if (status !== expected.status) return false
  if (expected.status === 200) return text === expected.text
  const { error, details } = JSON.parse(text) as { error: string; details: Record<string, unknown> }
  if (expected.status === 404) {
    const wanted = { table: expected.table, availableTables: [table] }
    return error === 'TABLE_NOT_FOUND' && JSON.stringify(details) === JSON.stringify(wanted)
  }
  return (
    error === 'INVALID_QUERY' &&
    expected.complaints.some(
      ({ parameter, value }) =>
        details['parameter'] === parameter &&
        (value === ANY || JSON.stringify(details['value']) === JSON.stringify(value)),
    )
  )
}

function literal(value: unknown): string {
  if (Buffer.isBuffer(value)) return `x'${value.toString('hex')}'`
  return typeof value === 'bigint' ? `${value}n` : JSON.stringify(value)
}
