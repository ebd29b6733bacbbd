/**
 * The values of a statement, which differ between its executions. Statements are compiled with the
 * names of values as bindings; each execution replaces the names with values. The names are
 * strings, because knex does not accept objects as bindings in conditions of MySQL.
 */
import type { Knex } from 'knex'
import type { Cell } from '../../dialect/schema'
import type { SqlFragment } from '../../dialect/statement'
import type { SeekCondition } from '../seek-condition'

interface StatementValues {
  /** Bindings of all search conditions, in their order. */
  readonly search: readonly Cell[]
  /** Keys of the bookmark that the page is read from, and then of the one up to which it is read. */
  readonly seek: readonly Cell[]
  /** Number of rows to skip. */
  readonly skip: number
  /** Number of rows of the page. */
  readonly take: number
  /** The cached total, and the token of its data version. */
  readonly cached: { readonly token: string; readonly total: number } | undefined
}

/** Selects its value from the values of an execution. */
export type Parameter = (values: StatementValues) => Cell

/** Stands for the number of skipped rows. A number, because knex accepts no text as an offset. */
export const OFFSET = 1

/** Stands for the number of rows up to the last one of the page. */
export const END = 2

const CACHED_TOKEN = 'cached token'
const CACHED_TOTAL = 'cached total'

export const cachedToken = (db: Knex): Knex.Raw => db.raw('?', [CACHED_TOKEN])
export const cachedTotal = (db: Knex): Knex.Raw => db.raw('?', [CACHED_TOTAL])

export function searchConditions(db: Knex, search: readonly SqlFragment[]): Knex.Raw[] {
  let index = 0
  return search.map(({ sql, bindings }) =>
    db.raw(
      sql,
      bindings.map(() => `search ${index++}`),
    ),
  )
}

export function seekCondition(db: Knex, { sql, keys }: SeekCondition): Knex.Raw {
  return db.raw(
    sql,
    keys.map((key) => `seek ${key}`),
  )
}

/** @param name a binding of a compiled statement */
export function parameterNamed(name: unknown): Parameter {
  if (name === OFFSET) return ({ skip }) => BigInt(skip)
  if (name === END) return ({ skip, take }) => BigInt(skip + take)
  if (name === CACHED_TOKEN) return ({ cached }) => cached?.token ?? null
  if (name === CACHED_TOTAL) return ({ cached }) => (cached ? BigInt(cached.total) : null)
  const [list, index] = String(name).split(' ')
  if (list === 'search') return ({ search }) => search[Number(index)] ?? null
  if (list === 'seek') return ({ seek }) => seek[Number(index)] ?? null
  throw new Error(`unknown value: ${String(name)}`)
}
