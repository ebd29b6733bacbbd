/** What is wrong with the answers to a case; `undefined` if nothing is. */
import type { FuzzEngine, FuzzRound } from './engines'
import { pathOf } from './engines'
import type { FuzzAnswer } from './fuzz-app'
import type { FuzzCase, FuzzPhase } from './fuzz-case'
import type { FuzzRequest } from './fuzz-request'
import { reproduction } from './reproduction'
import { ANY } from './reference-parameters'
import { expectedAnswers, type Engine, type Expected } from './reference'

export interface Disagreement {
  /** To reproduce it by. */
  readonly text: string
  /** The engine that is wrong; absent where only several can tell. */
  readonly engine?: string
}

export function disagreement(
  fuzzCase: FuzzCase,
  engines: readonly FuzzEngine[],
  /** By engine, then one after another. */
  rounds: readonly (readonly FuzzRound[])[],
): Disagreement | undefined {
  const received = engines.map((engine, index) => ({ engine, rounds: rounds[index] ?? [] }))
  for (const of of received) {
    for (const [number, round] of of.rounds.entries()) {
      const wrong = wrongIn(round, fuzzCase, of.engine.dialect)
      if (!wrong) continue
      const others = received.map(({ engine, rounds }) => ({ name: engine.name, rounds }))
      const engine = of.engine.name
      return { engine, text: reproduction(fuzzCase, { engine, number, ...wrong }, others) }
    }
  }
  const text = unequalErrors(fuzzCase, received)
  return text === undefined ? undefined : { text }
}

export interface Wrong {
  readonly path: string
  readonly why: string
  /** Of the answers of the round; absent for those about the catalogue. */
  readonly index?: number
  readonly answer: FuzzAnswer
}

/** The phases whose descriptions may be in use; the present one is the first. */
function phasesInUse({ phase, isStale }: FuzzRound, { phases }: FuzzCase): FuzzPhase[] {
  return phases.slice(isStale ? Math.max(0, phase - 1) : phase, phase + 1).reverse()
}

function wrongIn(round: FuzzRound, fuzzCase: FuzzCase, dialect: Engine): Wrong | undefined {
  const inUse = phasesInUse(round, fuzzCase)
  const [now] = inUse
  if (!now) return undefined
  const engine = fuzzCase.isViewed ? { ...dialect, keylessOrder: 'values' as const } : dialect
  const wrong = (answer: FuzzAnswer, why: string, path: string, index?: number): Wrong => ({
    ...{ answer, path, why: answer.flaw ?? why },
    ...(index !== undefined && { index }),
  })
  for (const [index, request] of now.requests.entries()) {
    const answer = round.answers[index] ?? NO_ANSWER
    const expected = inUse.flatMap(({ served }) =>
      expectedAnswers(request, served, now.served, engine),
    )
    const lists = inUse.map((phase) => tableNames(phase, fuzzCase))
    if (answer.flaw === undefined && expected.some((each) => isRight(answer, each, lists))) continue
    const contract = [...new Set(expected.map((each) => JSON.stringify(each)))].join('\n    or ')
    return wrong(answer, `by the contract: ${contract}`, pathOf(request), index)
  }
  if (!round.catalogue) return undefined
  const [tables, metadata] = round.catalogue
  const lists = inUse.map((phase) => JSON.stringify(tableNames(phase, fuzzCase)))
  if (tables.flaw !== undefined || !lists.includes(tables.text)) {
    return wrong(tables, `expected ${lists.join(' or ')}`, 'tables')
  }
  const names = inUse.map(({ served }) =>
    JSON.stringify([served.name, ...served.columns.map(({ name }) => name)]),
  )
  if (metadata.flaw !== undefined || !names.includes(namesIn(metadata))) {
    return wrong(metadata, `expected ${names.join(' or ')}`, `tables/${now.served.name}`)
  }
  return undefined
}

const NO_ANSWER: FuzzAnswer = { status: 0, text: '', isNotModified: false, flaw: 'no answer' }

/** The names alone: types are each engine's own. */
function namesIn({ text }: FuzzAnswer): string {
  const { name, columns = [] } = JSON.parse(text) as { name: string; columns?: { name: string }[] }
  return JSON.stringify([name, ...columns.map((column) => column.name)])
}

/** Sorted as they are: a name begins with its table's, so it comes after. */
function tableNames({ tables, served }: FuzzPhase, { isViewed }: FuzzCase): string[] {
  return [...tables.map(({ name }) => name), ...(isViewed ? [served.name] : [])]
}

function isRight(
  { status, text }: FuzzAnswer,
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

/** Whether it is the expected page but for its choice of rows, each no more often than there is one. */
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
  const left = ofRows.map((row) => JSON.stringify(JSON.parse(row)))
  return (
    received?.rows.every((row) => left.includes(row) && left.splice(left.indexOf(row), 1)) === true
  )
}

/** Whether the same mistake is told in other words by another engine. */
function unequalErrors(
  fuzzCase: FuzzCase,
  received: readonly { readonly engine: FuzzEngine; readonly rounds: readonly FuzzRound[] }[],
): string | undefined {
  const [first] = received
  for (const [number, round] of (first?.rounds ?? []).entries()) {
    if (round.isStale) continue
    for (const [index, answer] of round.answers.entries()) {
      const texts = received.map(({ rounds }) => errorText(rounds[number]?.answers[index]))
      if (answer.status === 200 || new Set(texts).size === 1) continue
      const request: FuzzRequest | undefined = fuzzCase.phases[round.phase]?.requests[index]
      const path = pathOf(request ?? [])
      const others = received.map(({ engine, rounds }) => ({ name: engine.name, rounds }))
      const wrong = { answer, index, path, why: 'errors differ between engines' }
      return reproduction(fuzzCase, { engine: first?.engine.name ?? '', number, ...wrong }, others)
    }
  }
  return undefined
}

/** Without the names of types, which are each engine's own. */
function errorText(answer: FuzzAnswer | undefined): string {
  return answer?.text.replace(/ of type [^"]* cannot/, ' cannot') ?? ''
}
