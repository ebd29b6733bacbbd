/** What a request of the query route is to ask, before there is a table to ask it of. */
import fc from 'fast-check'
import { text } from './values'

const WRONG_NUMBERS = [
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

/** `mistakes` is how many of 20 choices are wrong: numbers are biased to small ones, so it is no draw. */
function plans(mistakes: number) {
  const mostly = <T, U>(right: fc.Arbitrary<T>, wrong: fc.Arbitrary<U>): fc.Arbitrary<T | U> =>
    fc.oneof({ weight: 20 - mistakes, arbitrary: right }, { weight: mistakes, arbitrary: wrong })
  const column = fc.record({
    index: fc.nat(5),
    isQuoted: fc.boolean(),
    isUnknown: mostly(fc.constant(false), fc.constant(true)),
    blanks: fc.constantFrom('', '', ' ', '\t '),
  })
  const columns = fc.option(fc.array(column, { minLength: 1, maxLength: 4 }), { nil: undefined })
  return fc.record({
    table: mostly(fc.constant('right'), fc.constantFrom('wrong', 'none', 'empty')),
    page: mostly(
      fc.constantFrom(undefined, undefined, undefined, undefined, '1', '2', '3'),
      fc.constantFrom('9007199254740991', ...WRONG_NUMBERS),
    ),
    limit: mostly(
      fc.constantFrom(undefined, '1', '2', '3', '5', '1000'),
      fc.constantFrom(...WRONG_NUMBERS),
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
        areTexts: mostly(fc.constant(true), fc.constant(false)),
        of: fc.array(column, { minLength: 1, maxLength: 3 }),
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
    spoil: mostly(
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
