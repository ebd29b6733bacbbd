/** What is wrong with the answers to a case, as a text to reproduce it by; `undefined` if nothing is. */
import { pathOf, type EngineAnswer, type FuzzEngine } from './engines'
import type { FuzzCase } from './fuzz-case'
import type { FuzzRequest } from './fuzz-request'
import { ANY } from './reference-parameters'
import { expectedAnswer, type Expected } from './reference'

export function disagreement(
  fuzzCase: FuzzCase,
  engines: readonly FuzzEngine[],
  /** By engine, then by request. */
  answers: readonly (readonly EngineAnswer[])[],
): string | undefined {
  const { table, served, requests } = fuzzCase
  for (const [number, request] of requests.entries()) {
    const received = engines.map(({ name, dialect }, index) => {
      const answer = answers[index]?.[number] ?? { status: 0, text: 'no answer' }
      const engine = served === table ? dialect : { ...dialect, keylessOrder: 'values' as const }
      return { name, answer, expected: expectedAnswer(request, served, engine) }
    })
    const wrong = received.find(({ answer, expected }) => !isRight(answer, expected, fuzzCase))
    if (wrong) return reproduction(fuzzCase, request, received, wrong.expected)
    const [first] = received
    if (first && first.expected.status !== 200 && new Set(received.map(errorText)).size > 1) {
      return reproduction(fuzzCase, request, received, first.expected)
    }
  }
  return catalogueDisagreement(fuzzCase, engines, answers)
}

interface Received {
  /** The engine's. */
  readonly name: string
  readonly answer: EngineAnswer
}

/** Without the names of types, which are each engine's own. */
function errorText({ answer }: Received): string {
  return answer.text.replace(/ of type [^"]* cannot/, ' cannot')
}

function reproduction(
  { table, served, rows }: FuzzCase,
  request: FuzzRequest,
  received: readonly Received[],
  expected: Expected,
): string {
  return [
    ...(served === table ? [] : [`view ${JSON.stringify(served.name)} of all of it`]),
    `table ${JSON.stringify({ ...table, rows: undefined })}`,
    'rows',
    ...rows.map((row) => `  ${row.map(literal).join(', ')}`),
    `GET ${pathOf(request)}`,
    `  by the contract: ${JSON.stringify(expected)}`,
    ...received.map(({ name, answer }) => `  ${name}: ${answer.status} ${answer.text}`),
  ].join('\n')
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
