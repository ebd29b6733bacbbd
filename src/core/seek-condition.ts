/**
 * Conditions for the rows after a bookmark, in any order, as ranges for which an index can be used.
 */
import type { Dialect, SortDirection } from '../dialect/dialect'
import type { Cell, OrderKey } from '../dialect/schema'
import type { OrderTerm } from './read-plan'

export interface SeekTerm {
  readonly key: OrderKey & { readonly placeholder: string }
  readonly direction: SortDirection
}

/** With more keys, the ranges cost more than they save. */
const MAX_KEYS = 6

/** The terms, if values of all their keys can be bindings; else `undefined`. */
export function seekTerms(order: readonly OrderTerm[]): SeekTerm[] | undefined {
  const terms = order.filter(isSeekTerm)
  return terms.length === order.length && terms.length <= MAX_KEYS ? terms : undefined
}

function isSeekTerm(term: OrderTerm): term is SeekTerm {
  return term.key.placeholder !== undefined
}

export interface SeekCondition {
  readonly sql: string
  /** Index of the value for each `?` in `sql`: among the keys of the first row, and then of the last row. */
  readonly keys: readonly number[]
  /** Index of a key → what holds for it in every row of the range. */
  readonly known: ReadonlyMap<number, 'one value' | 'no NULL'>
}

/**
 * Each row after the bookmark's row meets exactly one of the conditions, and rows of an earlier
 * condition precede those of a later one. They are separate, because an `or` of them would prevent
 * the use of an index.
 * @param from keys of the bookmark's row
 * @param isInclusive whether to include the bookmark's row
 * @param to keys of a later row: rows after it may be missing. Planners then know that the range is short, and
 *   keys with the same value in both rows need no order.
 */
export function rowsAfter(
  terms: readonly SeekTerm[],
  from: readonly Cell[],
  isInclusive: boolean,
  { comparesRowsByIndex }: Pick<Dialect, 'comparesRowsByIndex'>,
  to?: readonly Cell[],
): SeekCondition[] {
  const keys = seekKeys(terms, from, to)
  const fixed = equalKeys(from, to)
  const start = Math.max(fixed, startOfUniformKeys(keys))
  const uniform = keys.slice(start)
  const conditions = [
    uniform.length > 1 && !comparesRowsByIndex
      ? comparedByKey(uniform, isInclusive)
      : after(uniform, isInclusive),
  ]
  for (let index = start; index >= fixed; index--) {
    const ranges = conditions[start - index] ?? []
    const prefix = keys.slice(0, index).map(equals)
    conditions[start - index] = ranges.map((range) => and([...prefix, range]))
    if (index > fixed) conditions.push(after(keys.slice(index - 1, index), false))
  }
  return conditions.flat()
}

/** Whether a single comparison, `(a, b) > (?, ?)`, selects the rows after any row. */
export function hasOneRange(order: readonly OrderTerm[]): boolean {
  return order.every(({ key, direction }) => !key.isNullable && direction === order[0]?.direction)
}

/** Whether a single comparison selects the rows after one row, up to another one. */
export function hasOneRangeBetween(
  order: readonly OrderTerm[],
  from: readonly Cell[],
  to: readonly Cell[] | undefined,
): boolean {
  return startOfUniformKeys(seekKeys(order, from, to)) <= equalKeys(from, to)
}

/** Number of leading keys with equal values in two rows. The last key of an order differs in each row. */
export function equalKeys(from: readonly Cell[], to: readonly Cell[] | undefined): number {
  const isDifferent = (value: Cell, index: number): boolean => value !== to?.[index]
  return Math.max(0, from.findIndex(isDifferent))
}

interface SeekKey<Term extends OrderTerm = SeekTerm> {
  readonly key: Term['key']
  readonly direction: SortDirection
  readonly index: number
  readonly isNull: boolean
  /** Index of the value at which the range ends. */
  readonly endIndex: number | undefined
}

function seekKeys<Term extends OrderTerm>(
  terms: readonly Term[],
  from: readonly Cell[],
  to: readonly Cell[] | undefined,
): SeekKey<Term>[] {
  const fixed = equalKeys(from, to)
  const hasEnd = to?.[fixed] !== undefined && to[fixed] !== null
  return terms.map(({ key, direction }, index) => ({
    key,
    direction,
    index,
    isNull: from[index] === null,
    endIndex: hasEnd && index === fixed ? terms.length + index : undefined,
  }))
}

/**
 * Index from which on all keys have the same direction and no NULLs, so that one comparison,
 * `(a, b) > (?, ?)`, serves all of them. Only the first of these keys may be nullable, and only if no
 * row after the bookmark has NULL in it.
 */
function startOfUniformKeys(keys: readonly SeekKey<OrderTerm>[]): number {
  const last = keys.length - 1
  const isOpposite = ({ direction }: SeekKey<OrderTerm>): boolean =>
    direction !== keys[last]?.direction
  const end = keys.findLastIndex((key) => key.key.isNullable || isOpposite(key))
  const key = keys[end]
  return key && (isOpposite(key) || mayBecomeNull(key)) ? Math.min(end + 1, last) : Math.max(0, end)
}

/** Whether the key may be NULL in the bookmark's row or after it. NULL is the smallest value. */
function mayBecomeNull({ key, direction, isNull, endIndex }: SeekKey<OrderTerm>): boolean {
  return isNull || (key.isNullable && direction === 'desc' && endIndex === undefined)
}

function after(keys: readonly SeekKey[], isInclusive: boolean): SeekCondition[] {
  const [first] = keys
  if (!first) return []
  const isAscending = first.direction === 'asc'
  if (first.isNull) {
    const same = isInclusive ? [equals(first)] : []
    // Ascending, all other values are after NULL; descending, none.
    return isAscending ? [...same, upToEnd(first, isNotNull(first))] : same
  }
  const range = upToEnd(first, compared(keys, (isAscending ? '>' : '<') + (isInclusive ? '=' : '')))
  return mayBecomeNull(first) ? [range, isNull(first)] : [range]
}

/**
 * The rows of the comparison `(a, b) > (?, ?)`, for engines that use an index only for comparisons of single keys. The
 * first condition shows planners where the range begins; some do not see that in `a > ? or a = ? and b > ?`.
 */
function comparedByKey(keys: readonly SeekKey[], isInclusive: boolean): SeekCondition[] {
  const [first] = keys
  if (!first) return []
  const operator = first.direction === 'asc' ? '>' : '<'
  const range = and([compared([first], `${operator}=`), nested(keys, operator, isInclusive)])
  return [upToEnd(first, range)]
}

function upToEnd(key: SeekKey, range: SeekCondition): SeekCondition {
  if (key.endIndex === undefined) return range
  const end = compared([{ ...key, index: key.endIndex }], key.direction === 'asc' ? '<=' : '>=')
  return { ...and([range, end]), known: range.known }
}

function nested(
  [first, ...rest]: readonly SeekKey[],
  operator: '<' | '>',
  isInclusive: boolean,
): SeekCondition {
  if (!first) throw new Error('no key')
  if (rest.length === 0) return compared([first], isInclusive ? `${operator}=` : operator)
  return either(
    compared([first], operator),
    and([equals(first), nested(rest, operator, isInclusive)]),
  )
}

function compared(keys: readonly SeekKey[], operator: string): SeekCondition {
  const columns = keys.map(({ key }) => key.sql).join(', ')
  const values = keys.map(({ key }) => key.placeholder).join(', ')
  const sql =
    keys.length === 1 ? `${columns} ${operator} ${values}` : `(${columns}) ${operator} (${values})`
  const indexes = keys.map(({ index }) => index)
  const known = operator === '=' ? 'one value' : 'no NULL'
  return { sql, keys: indexes, known: new Map(indexes.map((index) => [index, known])) }
}

function equals(key: SeekKey): SeekCondition {
  return key.isNull ? isNull(key) : compared([key], '=')
}

type IndexedKey = Pick<SeekKey, 'index'> & { readonly key: OrderKey }

export function isNull({ key, index }: IndexedKey): SeekCondition {
  return { sql: `${key.sql} is null`, keys: [], known: new Map([[index, 'one value']]) }
}

export function isNotNull({ key, index }: IndexedKey): SeekCondition {
  return { sql: `${key.sql} is not null`, keys: [], known: new Map([[index, 'no NULL']]) }
}

function and(conditions: readonly SeekCondition[]): SeekCondition {
  return {
    sql: conditions.map(({ sql }) => sql).join(' and '),
    keys: conditions.flatMap(({ keys }) => keys),
    known: new Map(conditions.flatMap(({ known }) => [...known])),
  }
}

/** Rows that meet either condition. `known` stays true: both conditions exclude NULL in the first key. */
function either(one: SeekCondition, other: SeekCondition): SeekCondition {
  const sql = `(${one.sql} or ${other.sql})`
  return { sql, keys: [...one.keys, ...other.keys], known: one.known }
}

/** The order of the rows of a range, without the keys that have one value in all of them. */
export function orderWithin(
  order: readonly OrderTerm[],
  { known }: Pick<SeekCondition, 'known'>,
): OrderTerm[] {
  return order.flatMap((term, index) => {
    const fact = known.get(index)
    if (fact === undefined) return [term]
    return fact === 'one value' ? [] : [notNullable(term)]
  })
}

export function notNullable<Term extends OrderTerm>(term: Term): Term {
  return { ...term, key: { ...term.key, isNullable: false } }
}

export function opposite<Term extends Pick<SeekTerm, 'direction'>>(term: Term): Term {
  return { ...term, direction: term.direction === 'asc' ? 'desc' : 'asc' }
}
