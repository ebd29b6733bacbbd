/** One case: a table that every engine can have, its rows, and requests about it. */
import fc from 'fast-check'
import type {
  FixtureColumn,
  FixtureTable,
  FixtureType,
  FixtureValue,
} from '../../fixtures/fixture-table'
import { requestFor, type FuzzRequest } from './fuzz-request'
import { requestPlan } from './request-plan'
import { MOODS, text, values } from './values'

export interface FuzzCase {
  readonly table: FixtureTable
  /** What the requests are about: the table, or a view of all of it, which has no key. */
  readonly served: FixtureTable
  readonly rows: readonly (readonly FixtureValue[])[]
  readonly requests: readonly FuzzRequest[]
}

const type: fc.Arbitrary<FixtureType> = fc.oneof(
  ...(['integer', 'bigint', 'double', 'boolean', 'binary', 'json'] as const).map((kind) =>
    fc.constant({ kind }),
  ),
  ...(['date', 'time', 'timestamp', 'timestamptz'] as const).map((kind) => fc.constant({ kind })),
  fc.constant({ kind: 'decimal', precision: 14, scale: 4 } as const),
  fc.constant({ kind: 'enum', values: MOODS } as const),
  { weight: 3, arbitrary: fc.constant({ kind: 'text' } as const) },
  { weight: 4, arbitrary: fc.constant({ kind: 'varchar', length: 40 } as const) },
)

/** Names that mean something to an engine, to SQL, to JavaScript, or to a statement of this program. */
const WORDS =
  'id rowid oid name order select 1 __proto__ constructor a.b t total cell x? \\? $1 :a " *'.split(
    ' ',
  )

/**
 * MySQL's names have no characters beyond U+FFFF, no blanks at the end and 64 characters; and in a
 * view it forgets the controls that a name begins with, and then the column itself. In a view of
 * SQLite's, a column called `true` or `false` gets another name.
 */
const name = fc
  .oneof(text, fc.constantFrom(...WORDS))
  .map((raw) =>
    raw
      .replace(/[\u{10000}-\u{10ffff}\uffff]/gu, '')
      .slice(0, 20)
      .replace(/^[\s\0-\x20\x7f]+|\s+$/g, ''),
  )
  .filter((trimmed) => trimmed !== '' && !/^(sqlite_.*|true|false)$/is.test(trimmed))

/** What the laxest engine takes for the same name of a column. */
const looseName = (of: string): string =>
  of
    .normalize('NFKD')
    .replace(/[\p{M}\p{C}]/gu, '')
    .toUpperCase()
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .trim()

const cell = fc.record({ isNull: fc.constantFrom(true, false, false, false, false), ...values })

const cellsOf = (minLength: number, maxLength: number): fc.Arbitrary<Cells[]> =>
  fc.array(fc.array(cell, { minLength: 6, maxLength: 6 }), { minLength, maxLength })

type Cells = (typeof cell extends fc.Arbitrary<infer Cell> ? Cell : never)[]

/** Kinds that every engine can have a key of, and that it can tell apart exactly. */
const KEY_KINDS: ReadonlySet<string> = new Set(['integer', 'bigint', 'varchar', 'date', 'enum'])

export const fuzzCase: fc.Arbitrary<FuzzCase> = fc
  .record({
    tableName: name,
    columns: fc.uniqueArray(fc.record({ name, type, isNullable: fc.boolean() }), {
      minLength: 1,
      maxLength: 6,
      selector: (column) => looseName(column.name),
    }),
    key: fc.constantFrom('primary', 'primary', 'unique', 'none'),
    keyColumns: fc.uniqueArray(fc.nat(5), { minLength: 1, maxLength: 2 }),
    isIndexed: fc.boolean(),
    isViewed: fc.constantFrom(true, false, false, false),
    cells: fc.oneof(cellsOf(0, 3), cellsOf(4, 10), cellsOf(10, 16)),
    requests: fc.array(requestPlan, { minLength: 1, maxLength: 6 }),
  })
  .map(({ tableName, columns, key, keyColumns, isIndexed, isViewed, cells, requests }) => {
    const isKey = (index: number): boolean =>
      key !== 'none' && keyColumns.includes(index) && KEY_KINDS.has(columns[index]?.type.kind ?? '')
    const all: FixtureColumn[] = columns.map((column, index) =>
      isKey(index) ? { ...column, isNullable: false } : column,
    )
    const keys = keyColumns.filter(isKey)
    const keyNames = keys.flatMap((index) => all[index]?.name ?? [])
    const rows = withoutRepeatedKeys(
      cells.map((row) =>
        all.map((column, index) => {
          const drawn = row[index]
          return !drawn || (column.isNullable === true && drawn.isNull)
            ? null
            : drawn[column.type.kind]
        }),
      ),
      keys,
    )
    const isKeyless = keyNames.length === 0 || isViewed
    const indexed = all.find(({ type: { kind } }) => KEY_KINDS.has(kind))
    const table: FixtureTable = {
      name: tableName,
      // JSON has no order in common, which rows without a key need of every column.
      columns: isKeyless ? all.map(textForJson) : all,
      primaryKey: key === 'primary' ? keyNames : [],
      ...(key === 'unique' && keyNames.length > 0 && { unique: [keyNames] }),
      ...(isIndexed && indexed && { indexes: [[indexed.name]] }),
      rows: () => rows,
    }
    const served = isViewed ? viewOf(table) : table
    return { table, served, rows, requests: requests.map((plan) => requestFor(plan, served, rows)) }
  })

function textForJson(column: FixtureColumn): FixtureColumn {
  return column.type.kind === 'json' ? { ...column, type: { kind: 'text' } } : column
}

function viewOf({ name: of, columns, rows }: FixtureTable): FixtureTable {
  return { name: `${of}_v`, columns, primaryKey: [], rows }
}

function withoutRepeatedKeys(
  rows: readonly (readonly FixtureValue[])[],
  keys: readonly number[],
): (readonly FixtureValue[])[] {
  if (keys.length === 0) return [...rows]
  const seen = new Set<string>()
  return rows.filter((row) => {
    const key = JSON.stringify(keys.map((index) => String(row[index])))
    return !seen.has(key) && seen.add(key)
  })
}
