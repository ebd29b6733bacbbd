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
  [
    [term('a', 'asc'), term('b', 'asc', true), term('c', 'asc')],
    [1, 1, 1],
    ['a = ? and (b, c) > (?, ?)', 'a > ?'],
  ],
  [[term('a', 'desc', true)], [1], ['a < ?', 'a is null']],
  [[], [], []],
])('finds rows by conditions that an index serves: %j from %j', (order, from, conditions) => {
  expect(rowsAfter(order, from, false, BY_INDEX).map(({ sql }) => sql)).toEqual(conditions)
})

it.each([
  [[term('a', 'asc'), term('b', 'asc')], [1, 1], ['(a, b) >= (?, ?)']],
  [
    [term('a', 'asc', true), term('b', 'desc')],
    [null, 1],
    ['a is null and b <= ?', 'a is not null'],
  ],
  [[term('a', 'desc', true)], [1], ['a <= ?', 'a is null']],
  [[term('a', 'asc', true)], [null], ['a is null', 'a is not null']],
  [[term('a', 'desc', true)], [null], ['a is null']],
])('includes the row of the bookmark, if wanted: %j from %j', (order, from, conditions) => {
  expect(rowsAfter(order, from, true, BY_INDEX).map(({ sql }) => sql)).toEqual(conditions)
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
])(
  'finds rows up to another one by conditions with an end: %j from %j to %j',
  (order, from, to, sql) => {
    expect(rowsAfter(order, from, false, BY_INDEX, to).map((condition) => condition.sql)).toEqual(
      sql,
    )
    expect(hasOneRangeBetween(order, from, to)).toBe(sql.length === 1)
  },
)

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
  expect(rowsAfter([term('a', 'desc'), term('b', 'desc')], [1, 1], false, rules)).toMatchObject([
    { sql: 'a <= ? and (a < ? or a = ? and b < ?)', keys: [0, 0, 0, 1] },
  ])
})

it('has the key of each placeholder, and what is known of the keys in a range', () => {
  const order = [term('a', 'asc', true), term('b', 'asc')]
  expect(rowsAfter(order, [null, 1], false, BY_INDEX, [1, 1])).toEqual([
    {
      sql: 'a is null and b > ?',
      keys: [1],
      known: new Map([
        [0, 'one value'],
        [1, 'no NULL'],
      ]),
    },
    { sql: 'a is not null and a <= ?', keys: [2], known: new Map([[0, 'no NULL']]) },
  ])
  expect(rowsAfter(order, [1, 1], false, BY_INDEX, [1, 9])).toMatchObject([
    { sql: 'a = ? and b > ? and b <= ?', keys: [0, 1, 3] },
  ])
})

it('returns no conditions without keys', () => {
  expect(rowsAfter([], [], true, BY_INDEX)).toEqual([])
})

it('tells which keys have one value in a range, and the order of the others', () => {
  const order = [term('a', 'asc', true), term('b', 'desc', true), term('c', 'asc')]
  const ranges = (from: readonly (number | null)[]): unknown[] =>
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
