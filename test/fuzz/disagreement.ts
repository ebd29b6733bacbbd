/** What is wrong with the answers to a case, as a text to reproduce it by; `undefined` if nothing is. */
import { pathOf, type EngineAnswer, type FuzzEngine } from './engines'
import type { FuzzCase } from './fuzz-case'
import { ANY } from './reference-parameters'
import { expectedAnswer, type Expected } from './reference'

export function disagreement(
  fuzzCase: FuzzCase,
  engines: readonly FuzzEngine[],
  /** By engine, then by request. */
  answers: readonly (readonly EngineAnswer[])[],
): string | undefined {
  const { table, served, rows, requests } = fuzzCase
  const isView = served !== table
  for (const [number, request] of requests.entries()) {
    const received = engines.map((engine, index) => {
      const answer = answers[index]?.[number] ?? { status: 0, text: 'no answer' }
      const expected = expectedAnswer(
        request,
        served,
        isView ? { ...engine.dialect, keylessOrder: 'values' } : engine.dialect,
      )
      return { engine, answer, expected, isRight: isRight(answer, expected, fuzzCase) }
    })
    const failures = received.filter(({ isRight }) => !isRight)
    const texts = new Set(
      received.map(({ answer }) => answer.text.replace(/ of type [^"]* cannot/, ' cannot')),
    )
    const isError = received[0]?.expected.status !== 200
    if (failures.length === 0 && !(isError && texts.size > 1)) continue
    const { expected } = failures[0] ?? received[0] ?? {}
    return [
      ...(!isView ? [] : [`view ${JSON.stringify(served.name)} of all of it`]),
      `table ${JSON.stringify({ ...table, rows: undefined })}`,
      'rows',
      ...rows.map((row) => `  ${row.map(literal).join(', ')}`),
      `GET ${pathOf(request)}`,
      `  by the contract: ${JSON.stringify(expected)}`,
      ...received.map(({ engine, answer }) => `  ${engine.name}: ${answer.status} ${answer.text}`),
    ].join('\n')
  }
  return catalogueDisagreement(fuzzCase, engines, answers)
}

/** The names alone: types are each engine's own. */
function catalogueDisagreement(
  fuzzCase: FuzzCase,
  engines: readonly FuzzEngine[],
  answers: readonly (readonly EngineAnswer[])[],
): string | undefined {
  const { served } = fuzzCase
  const list = JSON.stringify(tableNames(fuzzCase))
  const metadata = [served.name, ...served.columns.map(({ name }) => name)]
  for (const [index, { name }] of engines.entries()) {
    const [tables, table] = (answers[index] ?? []).slice(-2)
    const { name: of, columns = [] } = JSON.parse(table?.text ?? '{}') as {
      name?: string
      columns?: { name: string }[]
    }
    const names = [of, ...columns.map((column) => column.name)]
    if (tables?.text !== list) return `${name}: tables: ${tables?.text}, expected ${list}`
    if (JSON.stringify(names) !== JSON.stringify(metadata)) {
      return `${name}: metadata: ${table?.text}, expected ${JSON.stringify(metadata)}`
    }
  }
  return undefined
}

/** A view's name begins with its table's, so it comes after. */
function tableNames({ table, served }: FuzzCase): string[] {
  return [...new Set([table.name, served.name])]
}

function isRight({ status, text }: EngineAnswer, expected: Expected, of: FuzzCase): boolean {
  if (status !== expected.status) return false
  if (expected.status === 200) return text === expected.text
  const { error, details } = JSON.parse(text) as { error: string; details: Record<string, unknown> }
  if (expected.status === 404) {
    const wanted = { table: expected.table, availableTables: tableNames(of) }
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
