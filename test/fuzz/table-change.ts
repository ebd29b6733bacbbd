/** Plans a change to the tables between requests, and describes the tables after it. */
import fc from 'fast-check'
import type { FixtureColumn, FixtureValue } from '../../fixtures/fixture-table'
import { planColumnChange } from './column-change'
import { keyOf, randomColumn, withoutRepeatedKeys, type FuzzTable, type Row } from './random-table'
import { cellDraw, valueOf, type ValuePools } from './value-pools'

export type TableChange =
  | { readonly kind: 'add column'; readonly column: FixtureColumn }
  | { readonly kind: 'drop column'; readonly name: string }
  | { readonly kind: 'rename column'; readonly name: string; readonly to: string }
  /** The column with its new type. */
  | { readonly kind: 'retype column'; readonly column: FixtureColumn }
  /** The first two tables exchange their names. */
  | { readonly kind: 'swap tables' }
  /** The first table is dropped, and another one is created with its name. */
  | { readonly kind: 'recreate table' }
  | { readonly kind: 'insert rows'; readonly rows: readonly Row[] }
  | { readonly kind: 'delete rows'; readonly where: CellCondition }
  | {
      readonly kind: 'update rows'
      readonly where: CellCondition
      readonly column: FixtureColumn
      readonly to: FixtureValue
    }

export interface CellCondition {
  readonly column: FixtureColumn
  readonly value: FixtureValue
}

const ROWS = ['insert rows', 'delete rows', 'update rows'] as const
const COLUMNS = ['add column', 'drop column', 'rename column', 'retype column'] as const
const TABLES = ['swap tables', 'recreate table'] as const

export const changePlan = fc.record({
  kind: fc.constantFrom(...ROWS, ...COLUMNS, 'retype column', 'retype column', ...TABLES),
  index: fc.nat(5),
  row: fc.nat(15),
  column: randomColumn,
  cells: fc.array(cellDraw, { minLength: 12, maxLength: 12 }),
})

export type ChangePlan = typeof changePlan extends fc.Arbitrary<infer Plan> ? Plan : never

/** Whether the change affects only rows. */
export const changesRows = ({ kind }: Pick<ChangePlan, 'kind'>): boolean =>
  ROWS.some((each) => each === kind)

/** The change and the tables after it; `undefined` if the plan does not apply to the tables. */
export function planChange(
  plan: ChangePlan,
  tables: readonly FuzzTable[],
  pools: ValuePools,
): { change: TableChange; tables: readonly FuzzTable[] } | undefined {
  const [table, other] = tables
  if (!table) return undefined
  if (plan.kind === 'swap tables' || plan.kind === 'recreate table') {
    if (!other) return undefined
    const change = { kind: plan.kind }
    const first = { ...other, name: table.name }
    if (plan.kind === 'swap tables')
      return { change, tables: [first, { ...table, name: other.name }] }
    // Without indexes, because in some engines the name of an index may occur only once in a schema.
    return { change, tables: [{ ...first, indexes: [] }, other] }
  }
  const planned = planRowChange(plan, table, pools) ?? planColumnChange(plan, table, pools)
  return planned && { change: planned.change, tables: [planned.table, ...tables.slice(1)] }
}

export interface Planned {
  readonly change: TableChange
  readonly table: FuzzTable
}

/** Kinds whose values all engines compare equally. */
const EXACT: ReadonlySet<string> = new Set(['integer', 'bigint', 'varchar', 'date', 'enum'])

function planRowChange(plan: ChangePlan, table: FuzzTable, pools: ValuePools): Planned | undefined {
  const rows = table.rows()
  if (plan.kind === 'insert rows') {
    const row = table.columns.map((column, index) => valueOf(column, plan.cells[index] ?? 0, pools))
    const after = withoutRepeatedKeys({ ...table, rows: () => [...rows, row] })
    const added = after.rows().slice(rows.length)
    return { change: { kind: plan.kind, rows: added }, table: after }
  }
  if (plan.kind !== 'delete rows' && plan.kind !== 'update rows') return undefined
  const candidates = table.columns.filter(({ type }) => EXACT.has(type.kind))
  const column = candidates[plan.index % candidates.length]
  if (!column) return undefined
  const at = table.columns.indexOf(column)
  const value = rows[plan.row % rows.length]?.[at] ?? null
  const where = { column, value }
  const isMet = (row: Row): boolean => row[at] === value
  if (plan.kind === 'delete rows') {
    const after = rows.filter((row) => !isMet(row))
    return { change: { kind: plan.kind, where }, table: { ...table, rows: () => after } }
  }
  const free = table.columns.filter(({ name }) => !keyOf(table).includes(name))
  const changed = free[(plan.cells[0] ?? 0) % free.length]
  if (!changed) return undefined
  const to = valueOf(changed, plan.cells[1] ?? 0, pools)
  const after = rows.map((row) =>
    isMet(row) ? row.map((cell, index) => (table.columns[index] === changed ? to : cell)) : row,
  )
  return {
    change: { kind: plan.kind, where, column: changed, to },
    table: { ...table, rows: () => after },
  }
}
