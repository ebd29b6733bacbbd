import type { Knex } from 'knex'

/** Stands for the number of a table. */
const OID = 'oid'

/**
 * Compiles a statement about a table once, because a long one takes up to two milliseconds. Only the number of the
 * table differs between its executions.
 */
export function compiledOnce(
  compose: (db: Knex, oid: string) => Knex.QueryBuilder,
): (db: Knex, oid: string) => Knex.Raw {
  const compiled = new WeakMap<Knex, Knex.Sql>()
  return (db, oid) => {
    const statement = compiled.get(db) ?? compose(db, OID).toSQL()
    compiled.set(db, statement)
    const bindings = statement.bindings.map((value) => (value === OID ? oid : value))
    return db.raw(statement.sql, bindings)
  }
}
