/** Reads the columns of a table from pg_catalog. */
import type { Knex } from 'knex'
import { familyOf } from './children'
import { compiledOnce } from './compiled-once'
import { chainsOf, typesOf } from './type-chains'

/** Objects that the server itself creates have lower numbers (FirstNormalObjectId in transam.h). */
const IS_BUILT_IN = 'a.atttypid < 16384'

export const columnsOf = compiledOnce((db, oid) =>
  db
    .withRecursive('types', typesOf(db, oid))
    .with('chains', chainsOf(db))
    .select({ name: 'a.attname', number: 'a.attnum', type_chain: 'chains.types' })
    .select('a.attnotnull as is_declared_not_null')
    .select(
      db.raw(`pg_catalog.format_type(a.atttypid, a.atttypmod) as type,
        ${IS_BUILT_IN} as is_built_in,
        coalesce(not l.collisdeterministic, false) as is_nondeterministic,
        pg_catalog.getdatabaseencoding() as encoding,
        a.attrelid::text as table_oid`),
      db.raw('a.attname in ? as is_nullable', [nullableOf(db, oid)]),
      db.raw('exists ? as is_indexed', [indexesInOrder(db)]),
    )
    .from('pg_catalog.pg_attribute as a')
    .join('chains', 'chains.attnum', 'a.attnum')
    .leftJoin('pg_catalog.pg_collation as l', 'l.oid', 'a.attcollation')
    .where({ 'a.attrelid': oid, 'a.attisdropped': false })
    .where('a.attnum', '>', 0)
    .whereRaw(`pg_catalog.has_column_privilege(a.attrelid, a.attnum, 'select')`)
    .orderBy('a.attnum'),
)

/**
 * Names of the columns for which the server does not enforce NOT NULL in every row of the table and its children.
 * It does not check the rows of foreign tables, a constraint may not be validated for existing rows (since
 * Postgres 18), and a child need not have its parent's constraint; only a partition must.
 * https://www.postgresql.org/docs/current/catalog-pg-attribute.html
 */
function nullableOf(db: Knex, oid: string): Knex.QueryBuilder {
  const root = db.raw('?::oid', [oid])
  const notValidated = db
    .from('pg_catalog.pg_constraint as k')
    .where({ 'k.conrelid': db.ref('a.attrelid'), 'k.contype': 'n', 'k.convalidated': false })
    .whereRaw('a.attnum = any(k.conkey)')
  return db
    .select('a.attname')
    .from(familyOf(db, root).as('f'))
    .join('pg_catalog.pg_class as c', 'c.oid', 'f.oid')
    .join('pg_catalog.pg_class as root', 'root.oid', root)
    .join('pg_catalog.pg_attribute as a', 'a.attrelid', 'f.oid')
    .where('a.attnum', '>', 0)
    .whereRaw(
      `(c.relkind = 'f' or (c.oid = root.oid or root.relkind <> 'p')
        and (not a.attnotnull or exists ?))`,
      [notValidated],
    )
}

/**
 * Indexes of all rows that begin with the column in its own order, with NULL at the default end of the order.
 * `indoption` is then 0 (ascending, NULL last) or 3 (descending, NULL first).
 * https://www.postgresql.org/docs/current/catalog-pg-index.html
 */
function indexesInOrder(db: Knex): Knex.QueryBuilder {
  return db
    .from('pg_catalog.pg_index as i')
    .join('pg_catalog.pg_opclass as o', 'o.oid', db.raw('i.indclass[0]'))
    .join('pg_catalog.pg_am as m', 'm.oid', 'o.opcmethod')
    .where({ 'i.indrelid': db.ref('a.attrelid'), 'i.indisvalid': true })
    .where({ 'o.opcdefault': true, 'm.amname': 'btree' })
    .whereNull('i.indpred')
    .whereRaw('i.indkey[0] = a.attnum and i.indcollation[0] = a.attcollation')
    .whereRaw('i.indoption[0] in (0, 3)')
}
