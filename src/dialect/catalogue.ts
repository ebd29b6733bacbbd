/** How an introspector asks: statements of the query builder, whose rows come as objects. */
import type { Knex } from 'knex'
import { restoreQuestionMarks } from './sql-fragment'

export interface Catalogue {
  /** Builds and compiles statements, and has no session to run them on. */
  readonly builder: Knex
  /**
   * Runs a statement of the builder; values are what the driver makes of them.
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
    // What the columns of a statement are, its author alone knows.
    readRows: async <Row extends object>(statement: BuiltStatement) => {
      const { sql, bindings } = statement.toSQL().toNative()
      return (await read({ sql: restoreQuestionMarks(sql), bindings })) as Row[]
    },
  }
}
