import { hasOneRangeByNull, nextRowsByNull, rowsByNull } from '../../src/core/ranges-by-null'
import type { SeekTerm } from '../../src/core/seek-condition'
import { orderKey } from '../support/table-schema'

const term = (sql: string, direction: 'asc' | 'desc', isNullable = false): SeekTerm => ({
  key: orderKey(sql, isNullable),
  direction,
})

const ascending = [term('a', 'asc', true), term('b', 'asc')]
const descending = [term('a', 'desc', true), term('b', 'desc')]

it('has the rows with NULL in the first key in one range, and the others in another', () => {
  const nulls = { sql: 'a is null', keys: [], known: new Map([[0, 'one value']]) }
  const others = { sql: 'a is not null', keys: [], known: new Map([[0, 'no NULL']]) }
  expect(rowsByNull(ascending)).toEqual([nulls, others])
  expect(rowsByNull(descending)).toEqual([others, nulls])
  expect(rowsByNull([])).toEqual([])
})

it.each([
  [ascending, undefined, ['a is null']],
  [ascending, [null, 1], ['a is null and b > ?']],
  [ascending, [1, 1], ['(a, b) > (?, ?)']],
  [descending, undefined, ['a is not null']],
  [descending, [null, 1], ['a is null and b < ?']],
  [descending, [1, 1], ['(a, b) < (?, ?)']],
  [[term('a', 'asc')], undefined, []],
  [[term('a', 'asc')], [1], ['a > ?']],
  [[], undefined, []],
])('has one range after a row: %j %j', (order, values, conditions) => {
  const rules = { comparesRowsByIndex: true }
  expect(nextRowsByNull(order, values, rules).map(({ sql }) => sql)).toEqual(conditions)
})

it.each([
  [ascending, true],
  [descending, true],
  [[term('a', 'asc'), term('b', 'asc')], true],
  [[term('a', 'asc', true), term('b', 'desc')], false],
  [[term('a', 'asc'), term('b', 'asc', true)], false],
  [[], true],
])('reports whether one range serves %j: %j', (order, isOne) => {
  expect(hasOneRangeByNull(order)).toBe(isOne)
})
