import postgres from '.'
import { orderKey } from '../../test/support/table-schema'

it.each([
  ['asc', false, 'x asc'],
  ['desc', false, 'x desc'],
  ['asc', true, 'x asc nulls first'],
  ['desc', true, 'x desc nulls last'],
] as const)(
  'the order %s of a column that may be NULL (%s) is %s',
  (direction, isNullable, sql) => {
    // An index has the default order, so the term of a column without NULLs must be in that order.
    expect(postgres.orderTerm(orderKey('x', isNullable), direction)).toBe(sql)
  },
)
