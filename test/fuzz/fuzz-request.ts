/** Requests of the query route about one table: most are right, some are wrong in one way. */
import fc from 'fast-check'
import type { FixtureColumn, FixtureTable, FixtureValue } from '../../fixtures/fixture-table'
import { text } from './values'

/** Parameters as they are sent, before percent-encoding. */
export type FuzzRequest = readonly (readonly [name: string, value: string])[]

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

type RequestPlan = typeof requestPlan extends fc.Arbitrary<infer Plan> ? Plan : never
type PlannedColumn = NonNullable<RequestPlan['columns']>[number]

export function requestFor(
  plan: RequestPlan,
  table: FixtureTable,
  rows: readonly (readonly FixtureValue[])[],
): FuzzRequest {
  const item = ({ index, isQuoted, isUnknown, blanks }: PlannedColumn, suffix = ''): string => {
    const name = isUnknown ? '~nowhere~' : (table.columns[index % table.columns.length]?.name ?? '')
    const needsQuotes = /[,":]|^\s|\s$/.test(name)
    const quoted = isQuoted || needsQuotes ? `"${name.replaceAll('"', '""')}"` : name
    return `${blanks}${quoted}${suffix}${blanks}`
  }
  const list = (of: readonly PlannedColumn[]): string => of.map((each) => item(each)).join(',')
  const sorted = plan.sort && sortable(plan.sort, table)
  const searched = plan.filterColumns && searchable(plan.filterColumns, table)
  const parameters: [string, string | undefined][] = [
    [
      'table',
      { right: table.name, wrong: `${table.name}~`, empty: '', none: undefined }[plan.table],
    ],
    ['page', plan.page],
    ['limit', plan.limit],
    ['filter', plan.filter && needle(plan.filter, table, rows)],
    ['filterColumns', searched && list(searched)],
    [
      'sort',
      sorted?.map(([of, direction]) => item(of, direction === '' ? '' : `:${direction}`)).join(','),
    ],
    ['columns', plan.columns && list(plan.columns)],
  ]
  const sent = parameters.flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, value]],
  )
  switch (plan.spoil) {
    case 'twice':
      return [...sent, ...sent.slice(-1)]
    case 'comma':
      return sent.map(([name, value]) => [
        name,
        name === 'columns' || name === 'sort' ? `${value},` : value,
      ])
    case 'unquoted':
      return sent.map(([name, value]) => [
        name,
        name === 'filterColumns' || name === 'columns' ? `${value},"x` : value,
      ])
    case 'unknown parameter':
      return [...sent, ['_', '1'], ['_', '2']]
    case 'empty list':
      return [...sent.filter(([name]) => name !== 'columns'), ['columns', '']]
    default:
      return sent
  }
}

/** The planned columns, or the text columns among them; `undefined` if there are none. */
function searchable(
  { areTexts, of }: NonNullable<RequestPlan['filterColumns']>,
  { columns }: FixtureTable,
): readonly PlannedColumn[] | undefined {
  if (!areTexts) return of
  const texts = of.filter(({ index }) => isText(columns[index % columns.length]))
  return texts.length > 0 ? texts : undefined
}

const isText = (column: FixtureColumn | undefined): boolean =>
  ['text', 'varchar', 'enum'].includes(column?.type.kind ?? '')

/** JSON has no order that engines have in common; `undefined` if nothing else is asked for. */
function sortable<T extends readonly [PlannedColumn, string]>(
  terms: readonly T[],
  { columns }: FixtureTable,
): readonly T[] | undefined {
  const isSortable = ([{ index, isUnknown }]: T): boolean =>
    isUnknown || columns[index % columns.length]?.type.kind !== 'json'
  const sortableTerms = terms.filter(isSortable)
  return sortableTerms.length > 0 ? sortableTerms : undefined
}

/** Mostly a part of some cell, so that there is something to find. */
function needle(
  plan: NonNullable<RequestPlan['filter']>,
  { columns }: FixtureTable,
  rows: readonly (readonly FixtureValue[])[],
): string {
  const texts = columns.flatMap((column, index) => (isText(column) ? [index] : []))
  const column = texts[plan.column % texts.length]
  const row = rows[plan.row % rows.length]
  const value = column === undefined ? undefined : row?.[column]
  const characters = Array.from(typeof value === 'string' ? value : plan.random)
  const start = plan.start % Math.max(1, characters.length)
  const part = characters.slice(start, start + plan.length).join('')
  // A case mapping of a lone character may be several; the contract folds one by one.
  switch (plan.change) {
    case 'upper':
      return part.toUpperCase()
    case 'lower':
      return part.toLowerCase()
    case 'random':
      return plan.random
    case 'long':
      return part.repeat(250)
    default:
      return part
  }
}
