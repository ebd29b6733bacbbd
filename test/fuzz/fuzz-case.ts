/** One case: tables that every engine can have, requests about the first, and changes in between. */
import fc from 'fast-check'
import { PLAIN } from './column-change'
import { requestFor, walkThrough, type FuzzRequest } from './fuzz-request'
import { looseName, randomName } from './random-name'
import { tableOf, tablePlan, viewOf, type FuzzTable, type TablePlan } from './random-table'
import { readParameters } from './reference-parameters'
import { requestPlan } from './request-plan'
import {
  changePlan,
  isOfRows,
  plannedChange,
  type ChangePlan,
  type TableChange,
} from './table-change'
import { valuePools } from './value-pools'

export interface FuzzCase {
  readonly isViewed: boolean
  /** Each begins with a change, but for the first, which begins with the making of its tables. */
  readonly phases: readonly FuzzPhase[]
}

export interface FuzzPhase {
  readonly change?: TableChange
  /** After the change. */
  readonly tables: readonly FuzzTable[]
  /** What the requests are about: the first table, or a view of all of it, which has no key. */
  readonly served: FuzzTable
  readonly requests: readonly FuzzRequest[]
  /** How often the same is asked again, of what is remembered then. */
  readonly repeats: number
}

/** Requests of one phase that the next asks again. */
const MOST_REPEATED = 3

const changes: fc.Arbitrary<readonly ChangePlan[]> = fc.oneof(
  { weight: 4, arbitrary: fc.constant([]) },
  { weight: 6, arbitrary: fc.array(changePlan, { minLength: 1, maxLength: 3 }) },
)

export const fuzzCase: fc.Arbitrary<FuzzCase> = fc
  .record({
    // What makes a failing case small soonest comes first.
    changes,
    requests: fc.array(requestPlan, { minLength: 1, maxLength: 3, size: 'max' }),
    repeats: fc.constantFrom(0, 0, 0, 1, 2),
    isWalked: fc.constantFrom(false, false, false, true),
    table: tablePlan,
    isViewed: fc.constantFrom(false, false, false, true),
    other: fc.record({ plan: tablePlan, isAlike: fc.boolean() }),
    later: fc.array(requestPlan, { minLength: 3, maxLength: 3 }),
    name: randomName,
    pools: valuePools,
  })
  .map(({ name, pools, table, other, isViewed, changes, ...asked }) => {
    // A view keeps the columns that it was made with.
    const kept = isViewed ? changes.filter(isOfRows) : changes
    const first = tableOf(name, table, pools, isViewed)
    const second = secondPlan(table, other)
    const served = (tables: readonly FuzzTable[]): FuzzTable => {
      const [of = first] = tables
      return isViewed ? viewOf(of) : of
    }
    const tables = kept.some(isOfTables)
      ? [first, tableOf(`${name}_b`, second, pools, isViewed)]
      : [first]
    const requests = asked.requests.map((plan) => requestFor(plan, served(tables)))
    if (asked.isWalked) requests.push(...walkThrough(asked.requests[0], served(tables)))
    const { repeats } = asked
    const phases: FuzzPhase[] = [{ tables, served: served(tables), requests, repeats }]
    for (const [index, plan] of kept.entries()) {
      const before = phases.at(-1)
      const planned = before && plannedChange(plan, before.tables, pools)
      if (!planned) continue
      const now = served(planned.tables)
      const more = asked.later.slice(index, index + 1).map((each) => requestFor(each, now))
      const again = before.requests
        .filter((request) => !sortsJson(request, now))
        .slice(0, MOST_REPEATED)
      phases.push({ ...planned, served: now, requests: [...again, ...more], repeats: 0 })
    }
    return { isViewed, phases }
  })

const isOfTables = ({ kind }: ChangePlan): boolean =>
  kind === 'swap tables' || kind === 'recreate table'

/** The other table, with the names of the first's columns if it is to be alike. */
function secondPlan(
  table: TablePlan,
  { plan, isAlike }: { plan: TablePlan; isAlike: boolean },
): TablePlan {
  if (!isAlike) return { ...plan, columns: unlike(plan, table), isIndexed: false }
  const columns = table.columns.map((column, index) => {
    const { type, isNullable } = plan.columns[index % plan.columns.length] ?? column
    // Others have no text that all engines have in common.
    const isPlain = PLAIN.has(type.kind) && PLAIN.has(column.type.kind)
    return { ...column, isNullable, type: isPlain ? type : column.type }
  })
  return { ...plan, columns, isIndexed: false }
}

/** Columns of a kind that is not plain get other names than the first table's. */
function unlike({ columns }: TablePlan, table: TablePlan): TablePlan['columns'] {
  const taken = new Set(table.columns.map(({ name }) => looseName(name)))
  const others = columns.filter(({ name }) => !taken.has(looseName(name)))
  return others.length > 0 ? others : table.columns
}

/** It has no order that engines have in common. */
function sortsJson(request: FuzzRequest, { columns }: FuzzTable): boolean {
  const parameters = readParameters(request)
  return columns.some(
    ({ name, type }) =>
      type.kind === 'json' &&
      'sort' in parameters &&
      parameters.sort.some(([sorted]) => sorted === name),
  )
}
