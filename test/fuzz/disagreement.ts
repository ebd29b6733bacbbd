/** Compares the responses to a case with those of the reference, and between engines. */
import type { FuzzEngine, FuzzRound } from './engines'
import { pathOf } from './engines'
import type { FuzzResponse } from './fuzz-app'
import type { FuzzCase, FuzzPhase } from './fuzz-case'
import type { FuzzRequest } from './fuzz-request'
import { reproduction } from './reproduction'
import { ANY } from './reference-parameters'
import { expectedResponses, type Engine, type Expected } from './reference'

export interface Disagreement {
  /** The case and the wrong response, to reproduce it. */
  readonly text: string
  /** The engine that is wrong; absent if engines differ and each response is valid. */
  readonly engine?: string
}

/** @returns the first wrong response; `undefined` if there is none */
export function disagreement(
  fuzzCase: FuzzCase,
  engines: readonly FuzzEngine[],
  /** The rounds of each engine. */
  rounds: readonly (readonly FuzzRound[])[],
): Disagreement | undefined {
  const received = engines.map((engine, index) => ({ engine, rounds: rounds[index] ?? [] }))
  for (const tested of received) {
    for (const [number, round] of tested.rounds.entries()) {
      const wrong = wrongIn(round, fuzzCase, tested.engine.dialect)
      if (!wrong) continue
      const others = received.map(({ engine, rounds }) => ({ name: engine.name, rounds }))
      const engine = tested.engine.name
      return { engine, text: reproduction(fuzzCase, { engine, number, ...wrong }, others) }
    }
  }
  const text = differentErrors(fuzzCase, received)
  return text === undefined ? undefined : { text }
}

export interface Wrong {
  readonly path: string
  readonly reason: string
  /** Index in the responses of the round; absent for responses about the catalogue. */
  readonly index?: number
  readonly response: FuzzResponse
}

/** The phases whose descriptions the app may use, the current one first. */
function validPhasesOf({ phase, isStale }: FuzzRound, { phases }: FuzzCase): FuzzPhase[] {
  return phases.slice(isStale ? Math.max(0, phase - 1) : phase, phase + 1).reverse()
}

function wrongIn(round: FuzzRound, fuzzCase: FuzzCase, dialect: Engine): Wrong | undefined {
  const validPhases = validPhasesOf(round, fuzzCase)
  const [current] = validPhases
  if (!current) return undefined
  const engine = fuzzCase.isViewed ? { ...dialect, keylessOrder: 'values' as const } : dialect
  const wrong = (response: FuzzResponse, reason: string, path: string, index?: number): Wrong => ({
    ...{ response, path, reason: response.flaw ?? reason },
    ...(index !== undefined && { index }),
  })
  for (const [index, request] of current.requests.entries()) {
    const response = round.responses[index] ?? NO_RESPONSE
    const expected = validPhases.flatMap(({ served }) =>
      expectedResponses(request, served, current.served, engine),
    )
    const lists = validPhases.map((phase) => tableNames(phase, fuzzCase))
    if (response.flaw === undefined && expected.some((each) => isExpected(response, each, lists)))
      continue
    const contract = [...new Set(expected.map((each) => JSON.stringify(each)))].join('\n    or ')
    return wrong(response, `by the contract: ${contract}`, pathOf(request), index)
  }
  if (!round.catalogue) return undefined
  const [tables, metadata] = round.catalogue
  const lists = validPhases.map((phase) => JSON.stringify(tableNames(phase, fuzzCase)))
  if (tables.flaw !== undefined || !lists.includes(tables.text)) {
    return wrong(tables, `expected ${lists.join(' or ')}`, 'tables')
  }
  const names = validPhases.map(({ served }) =>
    JSON.stringify([served.name, ...served.columns.map(({ name }) => name)]),
  )
  if (metadata.flaw !== undefined || !names.includes(namesIn(metadata))) {
    return wrong(metadata, `expected ${names.join(' or ')}`, `tables/${current.served.name}`)
  }
  return undefined
}

const NO_RESPONSE: FuzzResponse = { status: 0, text: '', isNotModified: false, flaw: 'no response' }

/** The names of a table and its columns. Types are left out because they differ between engines. */
function namesIn({ text }: FuzzResponse): string {
  const { name, columns = [] } = JSON.parse(text) as { name: string; columns?: { name: string }[] }
  return JSON.stringify([name, ...columns.map((column) => column.name)])
}

/** Sorted names: the name of the other table or the view begins with the name of the first table. */
function tableNames({ tables, served }: FuzzPhase, { isViewed }: FuzzCase): string[] {
  return [...tables.map(({ name }) => name), ...(isViewed ? [served.name] : [])]
}

function isExpected(
  { status, text }: FuzzResponse,
  expected: Expected,
  lists: readonly (readonly string[])[],
): boolean {
  if (status !== expected.status) return false
  if (expected.status === 200) {
    return text === expected.text || (expected.ofRows && isPageOf(text, expected)) === true
  }
  const { error, details } = JSON.parse(text) as { error: string; details: Record<string, unknown> }
  if (expected.status === 404) {
    const wanted = lists.map((availableTables) =>
      JSON.stringify({ table: expected.table, availableTables }),
    )
    return error === 'TABLE_NOT_FOUND' && wanted.includes(JSON.stringify(details))
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

/** Whether the page equals the expected one except that it may have other rows of the table, none too often. */
function isPageOf(
  text: string,
  { text: page, ofRows = [] }: Extract<Expected, { status: 200 }>,
): boolean {
  const [received, expected] = [text, page].map((each) => {
    const { data, ...rest } = JSON.parse(each) as { data: unknown[] }
    return { rows: data.map((row) => JSON.stringify(row)), rest: JSON.stringify(rest) }
  })
  if (received?.rest !== expected?.rest || received?.rows.length !== expected?.rows.length)
    return false
  const remaining = ofRows.map((row) => JSON.stringify(JSON.parse(row)))
  return (
    received?.rows.every(
      (row) => remaining.includes(row) && remaining.splice(remaining.indexOf(row), 1),
    ) === true
  )
}

/** Describes the first error whose text differs between engines. */
function differentErrors(
  fuzzCase: FuzzCase,
  received: readonly { readonly engine: FuzzEngine; readonly rounds: readonly FuzzRound[] }[],
): string | undefined {
  const [first] = received
  for (const [number, round] of (first?.rounds ?? []).entries()) {
    if (round.isStale) continue
    for (const [index, response] of round.responses.entries()) {
      const texts = received.map(({ rounds }) => errorText(rounds[number]?.responses[index]))
      if (response.status === 200 || new Set(texts).size === 1) continue
      const request: FuzzRequest | undefined = fuzzCase.phases[round.phase]?.requests[index]
      const path = pathOf(request ?? [])
      const others = received.map(({ engine, rounds }) => ({ name: engine.name, rounds }))
      const wrong = { response, index, path, reason: 'errors differ between engines' }
      return reproduction(fuzzCase, { engine: first?.engine.name ?? '', number, ...wrong }, others)
    }
  }
  return undefined
}

/** Error text without type names, which differ between engines. */
function errorText(response: FuzzResponse | undefined): string {
  return response?.text.replace(/ of type [^"]* cannot/, ' cannot') ?? ''
}
