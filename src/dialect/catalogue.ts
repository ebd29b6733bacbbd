/** How an introspector reads: it builds statements with knex and gets rows as objects. */
import type { Knex } from 'knex'
import { restoreQuestionMarks } from './quoted-name'

export interface Catalogue {
  /** Builds and compiles statements; it has no connection to run them. */
  readonly builder: Knex
  /**
   * Runs a statement of the builder; values are as the driver parses them.
   * @throws StatementTimeoutError, or what the driver throws
   */
  readRows<Row extends object>(statement: BuiltStatement): Promise<Row[]>
}

export type BuiltStatement = Pick<Knex.Raw | Knex.QueryBuilder, 'toSQL'>

/** A statement of the catalogue as its driver takes it. */
export interface CatalogueStatement {
  readonly sql: string
  readonly bindings: readonly unknown[]
}

export function createCatalogue(
  builder: Knex,
  read: (statement: CatalogueStatement) => Promise<unknown[]>,
): Catalogue {
  return {
    builder,
    // Only the statement's author knows its columns.
    readRows: async <Row extends object>(statement: BuiltStatement) => {
      const { sql, bindings } = statement.toSQL().toNative()
      return (await read({ sql: restoreQuestionMarks(sql), bindings })) as Row[]
    },
  }
}
