/** Loads an odd table, changes it, and asks about it before, meanwhile and afterwards. */
import type { FixtureWriter } from '../../fixtures/fixture-storage'
import type { FixtureColumn, FixtureTable } from '../../fixtures/fixture-table'
import { insertRows } from '../../fixtures/load-fixture'
import type { DialectForTests } from '../support/dialect-for-tests'
import type { FuzzApp } from './fuzz-app'
import {
  foundRows,
  pathOfOdd,
  wrongWithOrder,
  wrongWithRows,
  wrongWithWalk,
  type OddState,
} from './odd-answers'
import { columnsOf, type OddCase, type OddRequest } from './odd-case'
import type { OddChange, OddTable } from './odd-table'

const ALL = 1000

export interface OddRun {
  readonly app: FuzzApp
  readonly writer: FixtureWriter
  readonly dialect: DialectForTests
}

/** What is wrong, as a text to reproduce it by; `undefined` if nothing is. */
export async function oddDisagreement(
  table: OddTable,
  { rows, requests }: OddCase,
  run: OddRun,
): Promise<string | undefined> {
  const { app, writer } = run
  const { columns: declared, parts, isCaseless = false, finish = [], changes = [] } = table
  const shown = new Set(parts.filter(({ isHidden }) => isHidden !== true).map((part) => part.table))
  const history: string[] = []
  const execute = async (statements: readonly string[]): Promise<void> => {
    for (const statement of statements) {
      history.push(statement)
      await writer.run(statement)
    }
  }
  const stateOf = (columns: readonly FixtureColumn[]): OddState => {
    const visible = parts.filter((part) => shown.has(part.table))
    return { columns, isCaseless, rows: visible.flatMap((part) => rows.get(part) ?? []) }
  }
  const failed = (wrong: string | undefined): string | undefined =>
    wrong === undefined
      ? undefined
      : [table.title, ...history, wrong, ...app.takeErrors().map(messageOf)].join('\n  ')

  await execute(table.drop)
  await execute(table.create)
  const columns = declared ?? columnsOf(table)
  for (const part of parts) {
    const of = rows.get(part) ?? []
    history.push(`rows of ${part.table}: ${JSON.stringify(of)}`)
    const into: FixtureTable = { name: part.table, columns, primaryKey: [], rows: () => of }
    await insertRows(into, run.dialect.storage, writer)
  }
  await execute(finish)
  app.age()
  let state = stateOf(columns)
  const first = failed(await wrongInState(app, requests, state))
  if (first !== undefined) return first
  for (const change of changes) {
    const before = state
    const meanwhile = ask(app, requests)
    await execute(change.sql)
    for (const name of change.shows ?? []) shown.add(name)
    for (const name of change.hides ?? []) shown.delete(name)
    state = stateOf(change.columns ?? state.columns)
    const atOnce = ask(app, requests)
    const wrong =
      failed(wrongWhile('during the change', requests, await meanwhile, [before, state], true)) ??
      failed(wrongWhile('at once', requests, await atOnce, inStead(change, before, state))) ??
      failed((app.age(), await wrongInState(app, requests, state)))
    if (wrong !== undefined) return wrong
  }
  await execute(table.drop)
  return undefined
}

/** The new rows, by the one or the other description. */
function inStead({ columns }: OddChange, before: OddState, now: OddState): OddState[] {
  return columns ? [now, { ...now, columns: before.columns }] : [now]
}

type Answers = Awaited<ReturnType<typeof ask>>

function ask(app: FuzzApp, requests: readonly OddRequest[]) {
  return Promise.all(requests.map((request) => app.get(pathOfOdd(request, 1, ALL), true)))
}

/**
 * While the table may be described as it was, every answer is of one state or the other.
 * @param isPlanned while children come and go: Postgres looks for them once for the rows and once for
 *   the total of the same statement
 */
function wrongWhile(
  when: string,
  requests: readonly OddRequest[],
  answers: Answers,
  states: readonly OddState[],
  isPlanned = false,
): string | undefined {
  for (const [index, request] of requests.entries()) {
    const answer = answers[index]
    if (!answer) return 'no answer'
    const wrong = states.map((state) =>
      wrongWithRows(answer, request, state, isPlanned ? states : undefined),
    )
    if (wrong.includes(undefined)) continue
    const path = pathOfOdd(request, 1, ALL)
    return `${when}, GET ${path} got ${answer.text}: ${wrong.join(' or ')}`
  }
  return undefined
}

/** All rows on one page, then page by page, all of it twice: then totals and places are remembered. */
async function wrongInState(
  app: FuzzApp,
  requests: readonly OddRequest[],
  state: OddState,
): Promise<string | undefined> {
  for (const request of requests) {
    const { length: total } = foundRows(request, state)
    const pages = Math.ceil(total / request.limit)
    for (const isConditional of [false, true]) {
      const path = pathOfOdd(request, 1, ALL)
      const all = await app.get(path, isConditional)
      const wrong = wrongWithRows(all, request, state) ?? wrongWithOrder(all, request, state)
      if (wrong !== undefined) return `GET ${path} got ${all.text}: ${wrong}`
      const paths = Array.from({ length: pages }, (_, index) =>
        pathOfOdd(request, index + 1, request.limit),
      ).reverse()
      const walked = await Promise.all(paths.map((each) => app.get(each, isConditional)))
      const wrongWalk = wrongWithWalk(walked.reverse(), all, total)
      if (wrongWalk !== undefined) return `GET ${paths.reverse().join(', ')}: ${wrongWalk}`
    }
  }
  return undefined
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause === undefined ? error.message : messageOf(error.cause)
}
