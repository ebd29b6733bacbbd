import Database from 'better-sqlite3'
import {
  hasOneRange,
  hasOneRangeBetween,
  opposite,
  orderWithin,
  rowsAfter,
  seekTerms,
  type SeekTerm,
} from '../../src/core/seek-condition'
import type { OrderTerm } from '../../src/core/read-plan'
import { orderKey } from '../support/table-schema'

const term = (sql: string, direction: 'asc' | 'desc', isNullable = false): SeekTerm => ({
  key: orderKey(sql, isNullable),
  direction,
})

const BY_INDEX = { comparesRowsByIndex: true }

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

it.each([
  [[term('a', 'asc'), term('b', 'asc')], [1, 1], ['(a, b) > (?, ?)']],
  [[term('a', 'desc'), term('b', 'desc')], [1, 1], ['(a, b) < (?, ?)']],
  [
    [term('a', 'asc'), term('b', 'desc')],
    [1, 1],
    ['a = ? and b < ?', 'a > ?'],
  ],
  [
    [term('a', 'asc', true), term('b', 'asc')],
    [null, 1],
    ['a is null and b > ?', 'a is not null'],
  ],
  [[term('a', 'desc', true)], [1], ['a < ?', 'a is null']],
  [[], [], []],
])('are found by conditions that an index serves: %j', (order, from, conditions) => {
  expect(rowsAfter(order, from, false, BY_INDEX).map(({ sql }) => sql)).toEqual(conditions)
})

it.each([
  [[term('a', 'asc'), term('b', 'asc')], [1, 1], [1, 9], ['a = ? and b > ? and b <= ?']],
  [[term('a', 'asc'), term('b', 'asc')], [1, 1], [2, 1], ['(a, b) > (?, ?) and a <= ?']],
  [[term('a', 'desc'), term('b', 'asc')], [1, 1], [1, 9], ['a = ? and b > ? and b <= ?']],
  [
    [term('a', 'desc'), term('b', 'asc')],
    [2, 1],
    [1, 1],
    ['a = ? and b > ?', 'a < ? and a >= ?'],
  ],
  [[term('a', 'desc', true), term('b', 'desc')], [2, 1], [1, 1], ['(a, b) < (?, ?) and a >= ?']],
  [
    [term('a', 'asc', true), term('b', 'asc')],
    [null, 1],
    [null, 9],
    ['a is null and b > ? and b <= ?'],
  ],
  [
    [term('a', 'asc', true), term('b', 'asc')],
    [null, 1],
    [1, 1],
    ['a is null and b > ?', 'a is not null and a <= ?'],
  ],
  [
    [term('a', 'desc', true), term('b', 'asc')],
    [1, 1],
    [null, 1],
    ['a = ? and b > ?', 'a < ?', 'a is null'],
  ],
])('up to a row, are found by conditions with an end: %j from %j to %j', (order, from, to, sql) => {
  expect(rowsAfter(order, from, false, BY_INDEX, to).map((condition) => condition.sql)).toEqual(sql)
  expect(hasOneRangeBetween(order, from, to)).toBe(sql.length === 1)
})

it('compares one key after another, for engines that need it', () => {
  const order = [term('a', 'asc'), term('b', 'asc')]
  const rules = { comparesRowsByIndex: false }
  const sql = (isInclusive: boolean, to?: number[]): string[] =>
    rowsAfter(order, [1, 1], isInclusive, rules, to).map((condition) => condition.sql)
  expect(sql(false)).toEqual(['a >= ? and (a > ? or a = ? and b > ?)'])
  expect(sql(true)).toEqual(['a >= ? and (a > ? or a = ? and b >= ?)'])
  expect(sql(false, [2, 1])).toEqual(['a >= ? and (a > ? or a = ? and b > ?) and a <= ?'])
  expect(sql(false, [1, 9])).toEqual(['a = ? and b > ? and b <= ?'])
  expect(rowsAfter([term('a', 'asc')], [1], false, rules)).toMatchObject([
    { sql: 'a > ?', keys: [0] },
  ])
})

it('returns no conditions without keys', () => {
  expect(rowsAfter([], [], true, BY_INDEX)).toEqual([])
})

it('tells which keys have one value in a range, and the order of the others', () => {
  const order = [term('a', 'asc', true), term('b', 'desc', true), term('c', 'asc')]
  const ranges = (from: Row): unknown[] =>
    rowsAfter(order, from, false, BY_INDEX).map((range) => [
      range.sql,
      orderWithin(order, range).map(({ key }) => key.sql + (key.isNullable ? ' or null' : '')),
    ])
  expect(ranges([1, 1, 1])).toEqual([
    ['a = ? and b = ? and c > ?', ['c']],
    ['a = ? and b < ?', ['b', 'c']],
    ['a = ? and b is null', ['c']],
    ['a > ?', ['a', 'b or null', 'c']],
  ])
  expect(ranges([null, null, 1])).toEqual([
    ['a is null and b is null and c > ?', ['c']],
    ['a is not null', ['a', 'b or null', 'c']],
  ])
})

it('requires a placeholder for every key, and at most six keys', () => {
  const order = Array.from('abcdef', (name) => term(name, 'asc'))
  const bare: OrderTerm = { key: { ...orderKey('g'), placeholder: undefined }, direction: 'asc' }
  expect(seekTerms(order)).toEqual(order)
  expect(seekTerms([...order, term('g', 'asc')])).toBeUndefined()
  expect(seekTerms([bare])).toBeUndefined()
  expect(seekTerms([term('a', 'asc'), bare])).toBeUndefined()
})

it.each([
  [[term('a', 'asc'), term('b', 'asc')], true],
  [[term('a', 'desc')], true],
  [[term('a', 'asc'), term('b', 'desc')], false],
  [[term('a', 'asc'), term('b', 'asc', true)], false],
  [[], true],
])('reports whether one range serves %j: %j', (order, isOne) => {
  expect(hasOneRange(order)).toBe(isOne)
})

it('reverses a direction', () => {
  expect(opposite(term('a', 'asc'))).toEqual(term('a', 'desc'))
  expect(opposite(term('a', 'desc'))).toEqual(term('a', 'asc'))
})
