/** Access to an engine's catalogue: statements built with knex, rows as objects. */
import type { Knex } from 'knex'
import { restoreQuestionMarks } from './quoted-name'
import type { Cell } from './schema'

export interface Catalogue {
  /** Builds and compiles statements; it has no connection to run them. */
  readonly builder: Knex
  /**
   * Runs a statement of the builder; the driver parses the values.
   * @throws StatementTimeoutError, or an error of the driver
   */
  readRows<Row extends object>(statement: BuiltStatement): Promise<Row[]>
}

export type BuiltStatement = Pick<Knex.Raw | Knex.QueryBuilder, 'toSQL'>

/** A compiled statement on the catalogue. */
export interface CatalogueStatement {
  readonly sql: string
  readonly bindings: readonly Cell[]
}

export function createCatalogue(
  builder: Knex,
  read: (statement: CatalogueStatement) => Promise<unknown[]>,
): Catalogue {
  return {
    builder,
    // The caller, who wrote the statement, states the type of its rows.
    readRows: async <Row extends object>(statement: BuiltStatement) =>
      (await read(compile(statement))) as Row[],
  }
}

/** Compiles a statement all of whose bindings are cells. */
export function compile(statement: BuiltStatement): CatalogueStatement {
  const { sql, bindings } = statement.toSQL().toNative()
  return { sql: restoreQuestionMarks(sql), bindings: bindings as readonly Cell[] }
}
