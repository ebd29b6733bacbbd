/** Statements in their driver's form. A text is compiled once, whatever values it is run with. */
import type { Knex } from 'knex'
import { LRUCache } from 'lru-cache'
import {
  restoreQuestionMarks,
  type CompiledStatement,
  type SqlFragment,
} from '../dialect/sql-fragment'

export type CompileStatement = (statement: SqlFragment) => CompiledStatement

export function createStatementCompiler(db: Knex): CompileStatement {
  const compiled = new LRUCache<string, string>({ max: 1000 })
  return ({ sql, bindings }) => {
    let native = compiled.get(sql)
    if (native === undefined) {
      const raw = db.raw(sql, bindings as Knex.RawBinding[]).toSQL()
      native = restoreQuestionMarks(raw.toNative().sql)
      compiled.set(sql, native)
    }
    return { sql: native, bindings }
  }
}
