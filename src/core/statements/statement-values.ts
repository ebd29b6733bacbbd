/** Values that change from one execution of a statement to the next, and their places in its text. */
import type { Knex } from 'knex'
import type { Cell } from '../../dialect/schema'
import type { SqlFragment } from '../../dialect/sql-fragment'

export interface StatementValues {
  /** Bindings of all search conditions, one after the other. */
  readonly search: readonly Cell[]
  /** Keys of the row that the page is read from. */
  readonly seek: readonly Cell[]
  /** Rows to skip. */
  readonly skip: number
  /** The cached total, and the token of its data version. */
  readonly cached: { readonly token: string; readonly total: number } | undefined
}

/**
 * Stands among the bindings of a compiled statement for a value that each execution gives. Beside these
 * there is the offset, for which knex takes nothing but a number.
 */
export type Parameter = Readonly<Record<'valueFrom', (values: StatementValues) => Cell>>

export const OFFSET = 1

export type Binding = Parameter | typeof OFFSET

export function boundValue(binding: Binding, values: StatementValues): Cell {
  return binding === OFFSET ? BigInt(values.skip) : binding.valueFrom(values)
}

const CACHED_TOKEN: Parameter = { valueFrom: ({ cached }) => cached?.token ?? null }
const CACHED_TOTAL: Parameter = {
  valueFrom: ({ cached }) => (cached ? BigInt(cached.total) : null),
}

const bound = (db: Knex, parameter: Parameter): Knex.Raw => db.raw('?', [parameter])

export const cachedToken = (db: Knex): Knex.Raw => bound(db, CACHED_TOKEN)
export const cachedTotal = (db: Knex): Knex.Raw => bound(db, CACHED_TOTAL)

/** The conditions with a parameter for each of their bindings. */
export function searchConditions(
  db: Knex,
  search: readonly SqlFragment[] | undefined,
): Knex.Raw[] | undefined {
  let index = 0
  return search?.map(({ sql, bindings }) =>
    db.raw(
      sql,
      bindings.map(() => searchParameter(index++)),
    ),
  )
}

function searchParameter(index: number): Parameter {
  return { valueFrom: ({ search }) => search[index] ?? null }
}

/** A condition whose bindings are the numbers of the keys. */
export function seekCondition(db: Knex, { sql, keys }: { sql: string; keys: number[] }): Knex.Raw {
  return db.raw(
    sql,
    keys.map((key): Parameter => ({ valueFrom: ({ seek }) => seek[key] ?? null })),
  )
}
