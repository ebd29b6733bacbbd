import { uniqueRowKey, type UniqueKeyColumn } from '../../src/dialect/row-key'
import type { ColumnSchema } from '../../src/dialect/schema'
import { orderKey } from '../support/table-schema'

const column = (name: string, isNullable = false): ColumnSchema => ({
  name,
  type: 'x',
  select: name,
  order: orderKey(name, isNullable),
  toJson: String,
})
const COLUMNS = [column('a'), column('b'), column('c'), column('n', true)]

/** `pk: a b` is a primary key, `k: a` a unique key; `?` stands for an expression. */
function keys(...texts: string[]): UniqueKeyColumn[] {
  return texts.flatMap((text) => {
    const [key = '', names = ''] = text.split(': ')
    return names
      .split(' ')
      .map((name) => ({ key, isPrimary: key === 'pk', column: name === '?' ? null : name }))
  })
}

it.each<[string[], string[] | undefined]>([
  [[], undefined],
  [
    ['k: b', 'pk: c a'],
    ['c', 'a'],
  ],
  [['k: a b', 'l: c'], ['c']],
  [['k: c', 'l: b'], ['b']],
  [
    ['k: b c', 'l: b a'],
    ['b', 'a'],
  ],
  [['k: n'], undefined],
  [['k: a ?'], undefined],
  [['k: hidden'], undefined],
  [['pk: n'], ['n']],
  [['pk: hidden', 'k: b'], ['b']],
])('the keys %j give the row key %j', (texts, names) => {
  expect(uniqueRowKey(COLUMNS, keys(...texts))?.map(({ sql }) => sql)).toEqual(names)
})
