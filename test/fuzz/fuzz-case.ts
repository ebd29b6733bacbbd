/** Generates cases: tables that every engine supports, requests for the first one, and changes between them. */
import fc from 'fast-check'
import { PLAIN } from './column-change'
import { requestFor, walkThrough, type FuzzRequest } from './fuzz-request'
import { looseName, randomName } from './random-name'
import { tableOf, tablePlan, viewOf, type FuzzTable, type TablePlan } from './random-table'
import { readParameters } from './reference-parameters'
import { requestPlan } from './request-plan'
import {
  changePlan,
  changesRows,
  planChange,
  type ChangePlan,
  type TableChange,
} from './table-change'
import { valuePools } from './value-pools'

export interface FuzzCase {
  readonly isViewed: boolean
  /** The first phase creates the tables; each later one begins with a change. */
  readonly phases: readonly FuzzPhase[]
}

export interface FuzzPhase {
  readonly change?: TableChange
  /** The tables after the change. */
  readonly tables: readonly FuzzTable[]
  /** The table of the requests: the first one, or a view of all its columns and rows, without a key. */
  readonly served: FuzzTable
  readonly requests: readonly FuzzRequest[]
  /** How often the requests are sent again, with filled caches. */
  readonly repeats: number
}

/** The most requests of a phase that the next phase repeats. */
const MAX_REPEATED = 3

const changes: fc.Arbitrary<readonly ChangePlan[]> = fc.oneof(
  { weight: 4, arbitrary: fc.constant([]) },
  { weight: 6, arbitrary: fc.array(changePlan, { minLength: 1, maxLength: 3 }) },
)

export const fuzzCase: fc.Arbitrary<FuzzCase> = fc
  .record({
    // fast-check shrinks the fields in this order, so those that reduce a case most come first.
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
  .map(({ name, pools, table, other, isViewed, changes, ...plans }) => {
    // Later changes to the columns of a table do not affect its views.
    const usedChanges = isViewed ? changes.filter(changesRows) : changes
    const first = tableOf(name, table, pools, isViewed)
    const second = secondPlan(table, other)
    const served = (tables: readonly FuzzTable[]): FuzzTable => {
      const [of = first] = tables
      return isViewed ? viewOf(of) : of
    }
    const tables = usedChanges.some(changesTables)
      ? [first, tableOf(`${name}_b`, second, pools, isViewed)]
      : [first]
    const requests = plans.requests.map((plan) => requestFor(plan, served(tables)))
    if (plans.isWalked) requests.push(...walkThrough(plans.requests[0], served(tables)))
    const { repeats } = plans
    const phases: FuzzPhase[] = [{ tables, served: served(tables), requests, repeats }]
    for (const [index, plan] of usedChanges.entries()) {
      const before = phases.at(-1)
      const planned = before && planChange(plan, before.tables, pools)
      if (!planned) continue
      const servedNow = served(planned.tables)
      const more = plans.later.slice(index, index + 1).map((each) => requestFor(each, servedNow))
      const again = before.requests
        .filter((request) => !sortsJson(request, servedNow))
        .slice(0, MAX_REPEATED)
      phases.push({ ...planned, served: servedNow, requests: [...again, ...more], repeats: 0 })
    }
    return { isViewed, phases }
  })

const changesTables = ({ kind }: ChangePlan): boolean =>
  kind === 'swap tables' || kind === 'recreate table'

/** The plan of the second table; with `isAlike`, it has the column names of the first. */
function secondPlan(
  table: TablePlan,
  { plan, isAlike }: { plan: TablePlan; isAlike: boolean },
): TablePlan {
  if (!isAlike) return { ...plan, columns: differentColumns(plan, table), isIndexed: false }
  const columns = table.columns.map((column, index) => {
    const { type, isNullable } = plan.columns[index % plan.columns.length] ?? column
    // Engines convert values of other kinds to different texts.
    const isPlain = PLAIN.has(type.kind) && PLAIN.has(column.type.kind)
    return { ...column, isNullable, type: isPlain ? type : column.type }
  })
  return { ...plan, columns, isIndexed: false }
}

/** The columns whose names differ from those of the first table. */
function differentColumns({ columns }: TablePlan, table: TablePlan): TablePlan['columns'] {
  const taken = new Set(table.columns.map(({ name }) => looseName(name)))
  const others = columns.filter(({ name }) => !taken.has(looseName(name)))
  return others.length > 0 ? others : table.columns
}

/** Whether the request sorts by JSON, which engines order differently. */
function sortsJson(request: FuzzRequest, { columns }: FuzzTable): boolean {
  const parameters = readParameters(request)
  return columns.some(
    ({ name, type }) =>
      type.kind === 'json' &&
      'sort' in parameters &&
      parameters.sort.some(([sorted]) => sorted === name),
  )
}
