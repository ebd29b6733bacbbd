/** Plans of requests for the query route, which do not depend on a table. */
import fc from 'fast-check'
import { text } from './values'

const INVALID_NUMBERS = [
  '0',
  '-1',
  '+1',
  '01',
  '1.0',
  '1e3',
  ' 1',
  '1 ',
  '',
  'x',
  '٣',
  '1001',
  '9007199254740993',
]

/** @param mistakes how many of 20 choices are invalid, on average */
function plans(mistakes: number) {
  const mostly = <T, U>(valid: fc.Arbitrary<T>, invalid: fc.Arbitrary<U>): fc.Arbitrary<T | U> =>
    fc.oneof({ weight: 20 - mistakes, arbitrary: valid }, { weight: mistakes, arbitrary: invalid })
  const column = fc.record({
    index: fc.nat(5),
    isQuoted: fc.boolean(),
    isUnknown: mostly(fc.constant(false), fc.constant(true)),
    blanks: fc.constantFrom('', '', ' ', '\t '),
  })
  const columns = fc.option(fc.array(column, { minLength: 1, maxLength: 4 }), { nil: undefined })
  return fc.record({
    table: mostly(fc.constant('valid'), fc.constantFrom('unknown', 'none', 'empty')),
    page: mostly(
      fc.constantFrom(undefined, undefined, undefined, undefined, '1', '2', '3'),
      fc.constantFrom('9007199254740991', ...INVALID_NUMBERS),
    ),
    limit: mostly(
      fc.constantFrom(undefined, '1', '2', '3', '5', '1000'),
      fc.constantFrom(...INVALID_NUMBERS),
    ),
    filter: fc.option(
      fc.record({
        row: fc.nat(20),
        column: fc.nat(5),
        start: fc.nat(6),
        length: fc.integer({ min: 1, max: 4 }),
        change: mostly(
          fc.constantFrom('none', 'upper', 'lower'),
          fc.constantFrom('random', 'long'),
        ),
        random: text,
      }),
      { nil: undefined },
    ),
    filterColumns: fc.option(
      fc.record({
        isTextOnly: mostly(fc.constant(true), fc.constant(false)),
        planned: fc.array(column, { minLength: 1, maxLength: 3 }),
      }),
      { nil: undefined },
    ),
    sort: fc.option(
      fc.array(
        fc.tuple(column, mostly(fc.constantFrom('asc', 'desc'), fc.constantFrom('ASC', ''))),
        { minLength: 1, maxLength: 3 },
      ),
      { nil: undefined },
    ),
    columns,
    fault: mostly(
      fc.constantFrom('nothing', 'nothing', 'nothing', 'unknown parameter'),
      fc.constantFrom('twice', 'comma', 'unquoted', 'empty list'),
    ),
  })
}

export const requestPlan = fc.oneof(
  { weight: 5, arbitrary: plans(0) },
  { weight: 1, arbitrary: plans(3) },
)

export type RequestPlan = typeof requestPlan extends fc.Arbitrary<infer Plan> ? Plan : never
export type PlannedColumn = NonNullable<RequestPlan['columns']>[number]
