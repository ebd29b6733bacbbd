/**
 * Columns that precede the page's columns in every row of a statement: the token of the data version, the
 * total, and the number of keys.
 */
import type { Knex } from 'knex'
import { matchingRows } from './page-rows'
import type { PageShape, TotalShape } from './page-shape'
import { cachedToken, cachedTotal } from './statement-values'

/** Token of the data version, total, number of keys. */
export const METADATA_COLUMNS = 3

/**
 * Metadata columns of a statement that does not find keys first.
 * @param keyCount SQL; default: NULL
 */
export function metadata(shape: PageShape, keyCount = 'null'): Knex.Raw {
  const { db, token = 'null' } = shape
  const columns = [tokenColumn(shape, token), totalColumn(shape, token)]
  return db.raw(`?, ?, ${keyCount}`, columns)
}

/** NULL if the token is equal to the cached total's. */
export function tokenColumn({ db, token, isCompared }: TotalShape, expression: string): Knex.Raw {
  if (token === undefined) return db.raw('null')
  return isCompared
    ? db.raw('nullif(?, ?)', [db.raw(expression), cachedToken(db)])
    : db.raw(expression)
}

/**
 * @param conditionsWithoutCount SQL conditions under which the number of keys determines the total,
 *   so that the column is NULL
 */
export function totalColumn(
  shape: TotalShape,
  token: string,
  conditionsWithoutCount: readonly string[] = [],
): Knex.Raw {
  const { db, isCompared, isCounted } = shape
  if (!isCounted) return db.raw('null')
  const count = countOf(shape)
  const cases = [
    ...(isCompared
      ? [db.raw('when ? = ? then ?', [db.raw(token), cachedToken(db), cachedTotal(db)])]
      : []),
    ...conditionsWithoutCount.map((condition) => db.raw(`when ${condition} then null`)),
  ]
  if (cases.length === 0) return db.raw('?', [count])
  return db.raw(`case ${cases.map(() => '?').join(' ')} else ? end`, [...cases, count])
}

/** Adds the counts of all parts, because each part is counted by the server of its rows. */
function countOf(shape: TotalShape): Knex.QueryBuilder {
  const { parts } = shape.plan.table
  if (!parts) return matchingRows(shape).count('*')
  const [first, ...others] = parts.map((part) => matchingRows(shape, part).count('* as n'))
  if (!first) throw new Error('a table without parts')
  return shape.db.sum('c.n').from(first.unionAll(others).as('c'))
}
