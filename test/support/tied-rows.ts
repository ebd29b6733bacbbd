/** A table of which most rows tie in most orders, for tests of bookmarks. */
import type { FixtureTable, FixtureValue } from '../../fixtures/fixture-table'

export const ROWS = 240

const pick = <T>(values: readonly T[], number: number): T => values[number % values.length] as T

/** Columns with few different values, so that most rows tie, and with NULLs in some, one and all but one row. */
export const columns: FixtureTable['columns'] = [
  { name: 'id', type: { kind: 'integer' } },
  { name: 'state', type: { kind: 'varchar', length: 20 } },
  { name: 'word', type: { kind: 'varchar', length: 20 }, isNullable: true },
  { name: 'amount', type: { kind: 'decimal', precision: 9, scale: 2 }, isNullable: true },
  { name: 'ratio', type: { kind: 'double' } },
  { name: 'at', type: { kind: 'timestamptz' } },
  { name: 'big', type: { kind: 'bigint' }, isNullable: true },
  { name: 'one_null', type: { kind: 'integer' }, isNullable: true },
  { name: 'one_value', type: { kind: 'integer' }, isNullable: true },
]

function row(id: number): FixtureValue[] {
  const mixed = (id * 7919) % ROWS
  return [
    id,
    pick(['new', 'New', 'öffen', 'closed'], mixed),
    pick([null, 'a', 'B', 'ä', 'ß', 'z,"', ''], mixed >> 1),
    pick([null, '-1.50', '0.00', '12.25'], mixed >> 2),
    pick([0.1, 1 / 3, -2.5, 1e100], mixed >> 1),
    pick(
      ['2024-02-29T13:05:06.123456Z', '1970-01-02T00:00:00Z', '2024-02-29T13:05:06.123457Z'],
      mixed,
    ),
    pick([null, 9007199254740993n, -9223372036854775808n, 9007199254740992n], mixed >> 1),
    id === 7 ? null : mixed >> 3,
    id === 7 ? 7 : null,
  ]
}

export const rows = (): FixtureValue[][] =>
  Array.from({ length: ROWS }, (_, index) => row(index + 1))

export const oneKey: FixtureTable = {
  name: 'one_key',
  columns,
  primaryKey: ['id'],
  indexes: ['state', 'at', 'word', 'amount', 'big', 'one_null', 'one_value'].map((name) => [name]),
  rows,
}
