/** Generates tables with rows that every engine supports. */
import fc from 'fast-check'
import type {
  FixtureColumn,
  FixtureTable,
  FixtureType,
  FixtureValue,
} from '../../fixtures/fixture-table'
import { looseName, randomName } from './random-name'
import { cellDraw, valueOf, type ValuePools } from './value-pools'
import { MOODS } from './values'

export type Row = readonly FixtureValue[]

/** A table whose rows can be read more than once. */
export interface FuzzTable extends FixtureTable {
  readonly rows: () => readonly Row[]
}

const randomType: fc.Arbitrary<FixtureType> = fc.oneof(
  ...(['integer', 'bigint', 'double', 'boolean', 'binary', 'json'] as const).map((kind) =>
    fc.constant({ kind }),
  ),
  ...(['date', 'time', 'timestamp', 'timestamptz'] as const).map((kind) => fc.constant({ kind })),
  fc.constant({ kind: 'decimal', precision: 14, scale: 4 } as const),
  fc.constant({ kind: 'enum', values: MOODS } as const),
  { weight: 3, arbitrary: fc.constant({ kind: 'text' } as const) },
  { weight: 4, arbitrary: fc.constant({ kind: 'varchar', length: 40 } as const) },
)

export const randomColumn: fc.Arbitrary<FixtureColumn> = fc.record({
  name: randomName,
  type: randomType,
  isNullable: fc.boolean(),
})

const cellsOf = (minLength: number, maxLength: number): fc.Arbitrary<number[][]> =>
  fc.array(fc.array(cellDraw, { minLength: 6, maxLength: 6 }), { minLength, maxLength })

/** fast-check shrinks the fields in this order, so those that reduce a case most come first. */
export const tablePlan = fc.record({
  cells: fc.oneof(cellsOf(0, 3), cellsOf(4, 10), cellsOf(10, 16)),
  columns: fc.uniqueArray(randomColumn, {
    minLength: 1,
    maxLength: 6,
    selector: (column) => looseName(column.name),
  }),
  // A unique key with NULLs does not identify rows.
  key: fc.constantFrom('primary', 'primary', 'unique', 'unique or null', 'none'),
  keyColumns: fc.uniqueArray(fc.nat(5), { minLength: 1, maxLength: 2 }),
  isIndexed: fc.boolean(),
})

export type TablePlan = typeof tablePlan extends fc.Arbitrary<infer Plan> ? Plan : never

/** Kinds that every engine allows in a key and compares exactly. */
const KEY_KINDS: ReadonlySet<string> = new Set(['integer', 'bigint', 'varchar', 'date', 'enum'])

/** @param isViewed whether requests read the table through a view, which has no key */
export function tableOf(
  name: string,
  { columns, key, keyColumns, isIndexed, cells }: TablePlan,
  pools: ValuePools,
  isViewed: boolean,
): FuzzTable {
  const isKey = (index: number): boolean =>
    key !== 'none' && keyColumns.includes(index) && KEY_KINDS.has(columns[index]?.type.kind ?? '')
  const all: FixtureColumn[] = columns.map((column, index) =>
    isKey(index) ? { ...column, isNullable: key === 'unique or null' } : column,
  )
  const keys = keyColumns.filter(isKey)
  const keyNames = keys.flatMap((index) => all[index]?.name ?? [])
  const isKeyless = keyNames.length === 0 || key === 'unique or null' || isViewed
  const stored = isKeyless ? all.map(textForJson) : all
  const rows = cells.map((row, place) =>
    stored.map((column, index) =>
      // fast-check prefers small numbers; the added place makes the values of a key different.
      valueOf(column, (row[index] ?? 0) + (isKey(index) ? 6 * place : 0), pools),
    ),
  )
  const indexed = all.find(({ type: { kind } }) => KEY_KINDS.has(kind))
  return withoutRepeatedKeys({
    name,
    columns: stored,
    primaryKey: key === 'primary' ? keyNames : [],
    ...(key.startsWith('unique') && keyNames.length > 0 && { unique: [keyNames] }),
    ...(isIndexed && indexed && { indexes: [[indexed.name]] }),
    rows: () => rows,
  })
}

/** Replaces JSON by text: rows without a key are sorted by all columns, and engines order JSON differently. */
function textForJson(column: FixtureColumn): FixtureColumn {
  return column.type.kind === 'json' ? { ...column, type: { kind: 'text' } } : column
}

export function viewOf({ name, columns, rows }: FuzzTable): FuzzTable {
  return { name: `${name}_v`, columns, primaryKey: [], rows }
}

/** The columns whose values identify a row; empty if there are none, or if they may be NULL. */
export function rowKeyOf(table: FixtureTable): readonly string[] {
  const key = keyOf(table)
  const isNotNull = key.every((each) =>
    table.columns.some(({ name, isNullable = false }) => name === each && !isNullable),
  )
  return isNotNull ? key : []
}

/** The columns of the unique key; empty if there is none. */
export function keyOf({ primaryKey, unique = [] }: FixtureTable): readonly string[] {
  return primaryKey.length > 0 ? primaryKey : (unique[0] ?? [])
}

/** Keeps only the first of the rows with equal keys. Keys with NULL are never equal. */
export function withoutRepeatedKeys(table: FuzzTable): FuzzTable {
  const keys = keyOf(table).map((key) => table.columns.findIndex(({ name }) => name === key))
  if (keys.length === 0) return table
  const seen = new Set<string>()
  const rows = table.rows().filter((row) => {
    const values = keys.map((index) => row[index] ?? null)
    const key = JSON.stringify(values.map(String))
    return values.includes(null) || (!seen.has(key) && seen.add(key))
  })
  return { ...table, rows: () => rows }
}
