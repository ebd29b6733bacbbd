/**
 * Conditions for the rows after a bookmark, in any order, as ranges for which an index can be used.
 */
import type { Dialect, SortDirection } from '../dialect/dialect'
import type { OrderKey } from '../dialect/schema'
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
  /** Index of the key for each `?` in `sql`. */
  readonly keys: readonly number[]
  /** For the indexes of some keys, whether they are NULL in all rows of the range or in none. */
  readonly nulls: ReadonlyMap<number, boolean>
}

/**
 * Each row after the bookmark's row meets exactly one of the conditions, and rows of an earlier
 * condition precede those of a later one. They are separate, because an `or` of them would prevent
 * the use of an index.
 * @param nulls for each key of the bookmark's row, whether it is NULL
 * @param isInclusive whether to include the bookmark's row
 */
export function rowsAfter(
  terms: readonly SeekTerm[],
  nulls: readonly boolean[],
  isInclusive: boolean,
  { comparesRowsByIndex = true }: Pick<Dialect, 'comparesRowsByIndex'> = {},
): SeekCondition[] {
  const keys = terms.map((term, index) => ({ ...term, index, isNull: nulls[index] ?? false }))
  const start = startOfUniformTerms(keys)
  const uniform = keys.slice(start)
  const conditions = [
    uniform.length > 1 && !comparesRowsByIndex
      ? comparedByKey(uniform, isInclusive)
      : isInclusive
        ? atOrAfter(uniform)
        : after(uniform),
  ]
  for (let index = start; index >= 0; index--) {
    const ranges = conditions[start - index] ?? []
    const prefix = keys.slice(0, index).map(equals)
    conditions[start - index] = ranges.map((range) => and([...prefix, range]))
    if (index > 0) conditions.push(after(keys.slice(index - 1, index)))
  }
  return conditions.flat()
}

/** Whether a single comparison, `(a, b) > (?, ?)`, selects the rows after any row. */
export function hasOneRange(order: readonly OrderTerm[]): boolean {
  return order.every(({ key, direction }) => !key.isNullable && direction === order[0]?.direction)
}

type SeekKey = SeekTerm & { readonly index: number; readonly isNull: boolean }

/**
 * Index of the first of the last terms that have one direction and no NULLs, so that one
 * comparison, `(a, b) > (?, ?)`, serves all of them.
 */
function startOfUniformTerms(keys: readonly SeekKey[]): number {
  const last = keys.length - 1
  const differs = ({ key, direction }: SeekKey): boolean =>
    key.isNullable || direction !== keys[last]?.direction
  const end = keys.findLastIndex(differs) + 1
  return Math.min(end, last)
}

function after(keys: readonly SeekKey[]): SeekCondition[] {
  const [first] = keys
  if (!first) return []
  const { key, direction } = first
  const isAscending = direction === 'asc'
  // NULL is the smallest value: ascending, all other values are after it; descending, none.
  if (first.isNull) return isAscending ? [isNotNull(first)] : []
  const range = compared(keys, isAscending ? '>' : '<')
  return !isAscending && key.isNullable ? [range, isNull(first)] : [range]
}

function atOrAfter(keys: readonly SeekKey[]): SeekCondition[] {
  const [first] = keys
  if (!first) return []
  if (first.key.isNullable) return [equals(first), ...after(keys)]
  return [compared(keys, first.direction === 'asc' ? '>=' : '<=')]
}

/**
 * The rows of the comparison `(a, b) > (?, ?)`, for engines that use an index only for comparisons of single
 * keys. The first one is for planners that do not find where `a > ? or a = ? and b > ?` begins.
 */
function comparedByKey(keys: readonly SeekKey[], isInclusive: boolean): SeekCondition[] {
  const [first] = keys
  if (!first) return []
  const operator = first.direction === 'asc' ? '>' : '<'
  return [and([compared([first], `${operator}=`), nested(keys, operator, isInclusive)])]
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
  return { sql, keys: indexes, nulls: new Map(indexes.map((index) => [index, false])) }
}

function equals(key: SeekKey): SeekCondition {
  return key.isNull ? isNull(key) : compared([key], '=')
}

type IndexedKey = Pick<SeekKey, 'index'> & { readonly key: OrderKey }

export function isNull({ key, index }: IndexedKey): SeekCondition {
  return { sql: `${key.sql} is null`, keys: [], nulls: new Map([[index, true]]) }
}

export function isNotNull({ key, index }: IndexedKey): SeekCondition {
  return { sql: `${key.sql} is not null`, keys: [], nulls: new Map([[index, false]]) }
}

function and(conditions: readonly SeekCondition[]): SeekCondition {
  return {
    sql: conditions.map(({ sql }) => sql).join(' and '),
    keys: conditions.flatMap(({ keys }) => keys),
    nulls: new Map(conditions.flatMap(({ nulls }) => [...nulls])),
  }
}

/** Keys with NULL are not compared in this way. */
function either(one: SeekCondition, other: SeekCondition): SeekCondition {
  const sql = `(${one.sql} or ${other.sql})`
  return { sql, keys: [...one.keys, ...other.keys], nulls: one.nulls }
}

/** The order of the rows of a range, without the keys that are NULL in all of them. */
export function orderWithin(
  order: readonly OrderTerm[],
  { nulls }: Pick<SeekCondition, 'nulls'>,
): OrderTerm[] {
  return order.flatMap((term, index) => {
    const isNullThere = nulls.get(index)
    if (isNullThere === undefined) return [term]
    return isNullThere ? [] : [notNullable(term)]
  })
}

export function notNullable<Term extends OrderTerm>(term: Term): Term {
  return { ...term, key: { ...term.key, isNullable: false } }
}

export function opposite<Term extends Pick<SeekTerm, 'direction'>>(term: Term): Term {
  return { ...term, direction: term.direction === 'asc' ? 'desc' : 'asc' }
}
