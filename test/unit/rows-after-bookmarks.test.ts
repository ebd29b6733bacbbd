/** Reads the rows after each bookmark of a small table in each order, by the conditions of src/core/seek-condition.ts. */
import Database from 'better-sqlite3'
import { rowsAfter, type SeekTerm } from '../../src/core/seek-condition'
import { orderKey } from '../support/table-schema'

const term = (sql: string, direction: 'asc' | 'desc', isNullable: boolean): SeekTerm => ({
  key: orderKey(sql, isNullable),
  direction,
})

const COLUMNS = ['a', 'b', 'c']
type Row = readonly (number | null)[]

const VALUES = [null, 1, 2]
const ROWS: readonly Row[] = VALUES.flatMap((a) =>
  VALUES.flatMap((b) => VALUES.map((c): Row => [a, b, c])),
)

/** Every choice of a direction for three columns, and of those that may be NULL. */
const ORDERS = Array.from({ length: 64 }, (_, bits) =>
  COLUMNS.map((name, at) =>
    term(name, bits & (1 << at) ? 'asc' : 'desc', (bits & (8 << at)) !== 0),
  ),
)

const db = new Database(':memory:')
db.exec(`create table t (${COLUMNS.join()})`)
for (const row of ROWS) db.prepare('insert into t values (?, ?, ?)').run(row)
afterAll(() => {
  db.close()
})

const compared = (a: number | null, b: number | null): number => (a ?? 0) - (b ?? 0)

/** NULL is the smallest value. */
function inOrder(order: readonly SeekTerm[], a: Row, b: Row): number {
  for (const [at, { direction }] of order.entries()) {
    const difference = compared(a[at] ?? null, b[at] ?? null)
    if (difference !== 0) return direction === 'asc' ? difference : -difference
  }
  return 0
}

const oneValue = (rows: readonly Row[], key: number): boolean =>
  new Set(rows.map((row) => row[key])).size <= 1
const noNull = (rows: readonly Row[], key: number): boolean =>
  rows.every((row) => row[key] !== null)
const FACTS = { 'one value': oneValue, 'no NULL': noNull }

const prepared = new Map<string, Database.Statement>()

function rowsWhere(condition: string, values: readonly unknown[]): Row[] {
  const statement =
    prepared.get(condition) ?? db.prepare(`select * from t where ${condition}`).raw()
  prepared.set(condition, statement)
  return statement.all(values) as Row[]
}

describe.each([
  [true, true],
  [true, false],
  [false, true],
  [false, false],
])('rows after a bookmark, inclusive: %s, indexed: %s', (isInclusive, comparesRowsByIndex) => {
  it.each(
    ORDERS.map(
      (order) =>
        [
          order
            .map(({ key, direction }) => `${key.sql} ${direction}${key.isNullable ? ' null' : ''}`)
            .join(),
          order,
        ] as const,
    ),
  )('meet one condition each, in order: %s', (_title, order) => {
    const rows = ROWS.filter((row) =>
      row.every((value, at) => value !== null || order[at]?.key.isNullable),
    ).sort((a, b) => inOrder(order, a, b))
    const notNull = order.flatMap(({ key }) => (key.isNullable ? [] : [`${key.sql} is not null`]))
    const rules = { comparesRowsByIndex }
    // Compared at the end of the test, because a call of `expect` takes longer than the rest.
    const falseFacts: unknown[] = []
    const found: unknown[] = []
    const expected: unknown[] = []
    for (const [at, from] of rows.entries()) {
      const after = rows.slice(isInclusive ? at : at + 1)
      for (const distance of [1, 5, Infinity]) {
        const to = rows[at + distance]
        const sorted = rowsAfter(order, from, isInclusive, rules, to).flatMap((condition) => {
          const where = [condition.sql, ...notNull].join(' and ')
          const values = condition.keys.map((key) => [...from, ...(to ?? [])][key])
          const part = rowsWhere(where, values)
          for (const [index, fact] of condition.known) {
            if (!FACTS[fact](part, index)) falseFacts.push({ from, to, where, index, fact })
          }
          return part.sort((a, b) => inOrder(order, a, b))
        })
        const needed = to ? after.indexOf(to) + 1 : after.length
        found.push({ from, to, sorted })
        expected.push({ from, to, sorted: after.slice(0, Math.max(sorted.length, needed)) })
      }
    }
    expect(falseFacts).toEqual([])
    expect(found).toEqual(expected)
  })
})
