/** Loads an odd table and changes it, and sends requests before, during and after each change. */
import type { FixtureWriter } from '../../fixtures/fixture-storage'
import type { FixtureColumn, FixtureTable } from '../../fixtures/fixture-table'
import { insertRows } from '../../fixtures/load-fixture'
import type { DialectForTests } from '../support/dialect-for-tests'
import type { FuzzApp } from './fuzz-app'
import {
  foundRows,
  pathOfOdd,
  faultInOrder,
  faultInRows,
  faultInWalk,
  type OddState,
} from './odd-responses'
import { columnsOf, type OddCase, type OddRequest } from './odd-case'
import type { OddChange, OddTable } from './odd-table'

const ALL = 1000

export interface OddRun {
  readonly app: FuzzApp
  readonly writer: FixtureWriter
  readonly dialect: DialectForTests
}

/** @returns the fault with the statements that reproduce it; `undefined` if there is none */
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
  const reproductionOf = (fault: string | undefined): string | undefined =>
    fault === undefined
      ? undefined
      : [table.title, ...history, fault, ...app.takeErrors().map(messageOf)].join('\n  ')

  await execute(table.drop)
  await execute(table.create)
  const columns = declared ?? columnsOf(table)
  for (const part of parts) {
    const partRows = rows.get(part) ?? []
    history.push(`rows of ${part.table}: ${JSON.stringify(partRows)}`)
    const into: FixtureTable = { name: part.table, columns, primaryKey: [], rows: () => partRows }
    await insertRows(into, run.dialect.storage, writer)
  }
  await execute(finish)
  app.expireCaches()
  let state = stateOf(columns)
  const first = reproductionOf(await faultInState(app, requests, state))
  if (first !== undefined) return first
  for (const change of changes) {
    const before = state
    const duringChange = send(app, requests)
    await execute(change.sql)
    for (const name of change.shows ?? []) shown.add(name)
    for (const name of change.hides ?? []) shown.delete(name)
    state = stateOf(change.columns ?? state.columns)
    const afterChange = send(app, requests)
    const fault =
      reproductionOf(
        faultDuring('during the change', requests, await duringChange, [before, state], true),
      ) ??
      reproductionOf(
        faultDuring(
          'right after the change',
          requests,
          await afterChange,
          statesAfter(change, before, state),
        ),
      ) ??
      reproductionOf((app.expireCaches(), await faultInState(app, requests, state)))
    if (fault !== undefined) return fault
  }
  await execute(table.drop)
  return undefined
}

/** The new rows with the new description or, while it is cached, with the old one. */
function statesAfter({ columns }: OddChange, before: OddState, now: OddState): OddState[] {
  return columns ? [now, { ...now, columns: before.columns }] : [now]
}

type Responses = Awaited<ReturnType<typeof send>>

function send(app: FuzzApp, requests: readonly OddRequest[]) {
  return Promise.all(requests.map((request) => app.get(pathOfOdd(request, 1, ALL), true)))
}

/**
 * Checks that each response matches one of the states.
 * @param mayMixStates whether the total may be that of another state than the rows: Postgres looks up the
 *   children of a table separately for the rows and for the total of one statement
 */
function faultDuring(
  when: string,
  requests: readonly OddRequest[],
  responses: Responses,
  states: readonly OddState[],
  mayMixStates = false,
): string | undefined {
  for (const [index, request] of requests.entries()) {
    const response = responses[index]
    if (!response) return 'no response'
    const wrong = states.map((state) =>
      faultInRows(response, request, state, mayMixStates ? states : undefined),
    )
    if (wrong.includes(undefined)) continue
    const path = pathOfOdd(request, 1, ALL)
    return `${when}, GET ${path} got ${response.text}: ${wrong.join(' or ')}`
  }
  return undefined
}

/** Reads all rows on one page and page by page, twice: the second time with cached totals and bookmarks. */
async function faultInState(
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
      const wrong = faultInRows(all, request, state) ?? faultInOrder(all, request, state)
      if (wrong !== undefined) return `GET ${path} got ${all.text}: ${wrong}`
      const paths = Array.from({ length: pages }, (_, index) =>
        pathOfOdd(request, index + 1, request.limit),
      ).reverse()
      const walked = await Promise.all(paths.map((each) => app.get(each, isConditional)))
      const wrongWalk = faultInWalk(walked.reverse(), all, total)
      if (wrongWalk !== undefined) return `GET ${paths.reverse().join(', ')}: ${wrongWalk}`
    }
  }
  return undefined
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause === undefined ? error.message : messageOf(error.cause)
}
