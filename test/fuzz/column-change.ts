/** Plans a change to one column of a table. */
import type { FixtureColumn, FixtureType, FixtureValue } from '../../fixtures/fixture-table'
import { looseName } from './random-name'
import { keyOf, rowKeyOf, withoutRepeatedKeys, type FuzzTable } from './random-table'
import type { ChangePlan, Planned } from './table-change'
import { valueOf, type ValuePools } from './value-pools'
import { MOODS } from './values'

export function planColumnChange(
  plan: ChangePlan,
  table: FuzzTable,
  pools: ValuePools,
): Planned | undefined {
  const { columns } = table
  const at = plan.index % columns.length
  const column = columns[at]
  if (!column) return undefined
  const indexed = new Set([...keyOf(table), ...(table.indexes ?? []).flat()])
  const isNameFree = !columns.some(({ name }) => looseName(name) === looseName(plan.column.name))
  const isKeyless = rowKeyOf(table).length === 0
  const draw = (forColumn: FixtureColumn, row: number): FixtureValue =>
    valueOf(
      forColumn,
      (plan.cells[row % plan.cells.length] ?? 0) + (indexed.has(forColumn.name) ? 6 * row : 0),
      pools,
    )

  switch (plan.kind) {
    case 'add column': {
      if (!isNameFree || (isKeyless && plan.column.type.kind === 'json')) return undefined
      const added = { ...plan.column, isNullable: true }
      const rows = table.rows().map((row, index) => [...row, draw(added, index)])
      return {
        change: { kind: plan.kind, column: added },
        table: { ...table, columns: [...columns, added], rows: () => rows },
      }
    }
    case 'drop column': {
      if (columns.length < 2 || indexed.has(column.name)) return undefined
      const rows = table.rows().map((row) => row.filter((_, index) => index !== at))
      return {
        change: { kind: plan.kind, name: column.name },
        table: { ...table, columns: columns.filter((each) => each !== column), rows: () => rows },
      }
    }
    case 'rename column': {
      // MariaDB does not always rename the column in the check constraint that makes it JSON.
      if (!isNameFree || column.type.kind === 'json') return undefined
      const to = plan.column.name
      return {
        change: { kind: plan.kind, name: column.name, to },
        table: renamed(table, column, to),
      }
    }
    case 'retype column': {
      const types = retypings(column.type, indexed.has(column.name), isKeyless)
      const type = types[(plan.cells.at(-1) ?? 0) % types.length]
      if (!type) return undefined
      const retyped = { ...column, type }
      const rows = table
        .rows()
        .map((row, place) =>
          row.map((cell, index) =>
            index === at ? converted(cell, retyped, draw(retyped, place)) : cell,
          ),
        )
      const after = columns.map((each) => (each === column ? retyped : each))
      return {
        change: { kind: plan.kind, column: retyped },
        table: withoutRepeatedKeys({ ...table, columns: after, rows: () => rows }),
      }
    }
    default:
      return undefined
  }
}

const TEXTS: readonly FixtureType[] = [
  { kind: 'varchar', length: 40 },
  { kind: 'varchar', length: 60 },
  { kind: 'text' },
]

/** Kinds whose values all engines convert to the same text. */
export const PLAIN: ReadonlySet<string> = new Set([
  ...['integer', 'bigint', 'varchar', 'text', 'enum', 'date', 'decimal', 'json'],
])

/** The types to which a column of this type may change. */
function retypings(type: FixtureType, isIndexed: boolean, isKeyless: boolean): FixtureType[] {
  if (!PLAIN.has(type.kind)) return []
  const all: FixtureType[] = [
    ...TEXTS,
    { kind: 'integer' },
    { kind: 'bigint' },
    { kind: 'date' },
    { kind: 'enum', values: MOODS },
    ...(isIndexed ? [] : [{ kind: 'decimal', precision: 14, scale: 4 } as const]),
    ...(isIndexed || isKeyless ? [] : [{ kind: 'json' } as const]),
  ]
  return all.filter(
    (each) =>
      JSON.stringify(each) !== JSON.stringify(type) &&
      // An index on a text column needs a length in MySQL.
      !(isIndexed && each.kind === 'text'),
  )
}

/** The value in the new type if all engines convert it to that, otherwise the fresh value. */
function converted(
  value: FixtureValue,
  { type, isNullable = false }: FixtureColumn,
  fresh: FixtureValue,
): FixtureValue {
  if (value === null) return isNullable ? null : fresh
  const text = String(value)
  switch (type.kind) {
    case 'varchar':
    case 'text':
      return text.slice(0, 40)
    case 'bigint':
      return typeof value === 'number' ? BigInt(value) : fresh
    case 'integer':
      return /^-?(0|[1-9]\d{0,8})$/.test(text) ? Number(text) : fresh
    default:
      return fresh
  }
}

function renamed(table: FuzzTable, column: FixtureColumn, to: string): FuzzTable {
  const name = (each: string): string => (each === column.name ? to : each)
  return {
    ...table,
    columns: table.columns.map((each) => ({ ...each, name: name(each.name) })),
    primaryKey: table.primaryKey.map(name),
    ...(table.unique && { unique: table.unique.map((key) => key.map(name)) }),
    ...(table.indexes && { indexes: table.indexes.map((index) => index.map(name)) }),
  }
}
