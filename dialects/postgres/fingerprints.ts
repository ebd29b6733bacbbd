/** Fingerprints of what the catalogue says of a table: equal ones mean that nothing has changed. */
import type { Knex } from 'knex'
import { withChildren } from './children'

/** Fingerprint of the children of a table, by the transactions that attached them. */
export function fingerprintOfChildren(db: Knex, table: Knex.Raw): Knex.QueryBuilder {
  return withChildren(db, table)
    .select(fingerprint(db, 'children.written', 'children.inhrelid'))
    .from('children')
}

/** Fingerprint of the children's names, storage and row security, by the transactions that wrote them. */
export function fingerprintOfChildTables(db: Knex, table: Knex.Raw): Knex.QueryBuilder {
  return withChildren(db, table)
    .select(fingerprint(db, 'd.xmin', 'd.oid'))
    .from('children')
    .join('pg_catalog.pg_class as d', 'd.oid', 'children.inhrelid')
}

/** Fingerprint of the labels of enums, by the transactions that last wrote them. */
export function fingerprintOfLabels(db: Knex, enums: string): Knex.QueryBuilder {
  return db
    .select(fingerprint(db, 'e.xmin', 'e.oid'))
    .from('pg_catalog.pg_enum as e')
    .whereRaw(`e.enumtypid = any(${enums})`)
}

/**
 * The number of rows, and the sum of hashes of the transactions that wrote them. Both are cast to text, because some
 * databases have implicit casts of numbers to text, with which `||` of a number has several meanings.
 */
function fingerprint(db: Knex, written: string, oid: string): Knex.Raw {
  return db.raw(
    `count(*)::text || ' ' ||
      coalesce(sum(pg_catalog.hashint8extended(${written}::text::int8, ${oid}::int8)), 0)::text`,
  )
}
