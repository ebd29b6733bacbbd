/** The columns of a statement's rows that come before those of the page. */
import type { Knex } from 'knex'
import type { PagePlan } from '../reader'
import { matchingRows } from './page-rows'
import type { PageShape, TotalShape } from './page-shape'
import { cachedToken, cachedTotal } from './statement-values'

/** Token of the data version, total, keys found. */
export const METADATA_COLUMNS = 3

/** Of rows that are not found by their keys. */
export function metadata(shape: PageShape): Knex.Raw {
  const { db, plan, token = 'null' } = shape
  return db.raw('?, ?, null', [tokenColumn(db, shape, token), totalColumn(db, plan, shape, token)])
}

/** NULL when it is the token of the cached total. */
export function tokenColumn(
  db: Knex,
  { token, isCompared }: TotalShape,
  expression: string,
): Knex.Raw {
  if (token === undefined) return db.raw('null')
  return isCompared
    ? db.raw('nullif(?, ?)', [db.raw(expression), cachedToken(db)])
    : db.raw(expression)
}

/** @param tellingKeys SQL of conditions under which the number of keys found tells the total */
export function totalColumn(
  db: Knex,
  plan: PagePlan,
  { isCompared, isCounted }: TotalShape,
  token: string,
  tellingKeys: readonly string[] = [],
): Knex.Raw {
  if (!isCounted) return db.raw('null')
  const count = matchingRows(db, plan).count('*')
  const cases = [
    ...(isCompared
      ? [db.raw('when ? = ? then ?', [db.raw(token), cachedToken(db), cachedTotal(db)])]
      : []),
    ...tellingKeys.map((condition) => db.raw(`when ${condition} then null`)),
  ]
  if (cases.length === 0) return db.raw('?', [count])
  return db.raw(`case ${cases.map(() => '?').join(' ')} else ? end`, [...cases, count])
}
