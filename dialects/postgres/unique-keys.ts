/** Reads the unique keys of a table from pg_catalog. */
import type { Knex } from 'knex'
import { familyOf } from './children'
import { compiledOnce } from './compiled-once'

/**
 * Unique indexes that compare values as the columns do: by the column's collation and the default
 * equality of its type.
 *
 * An index is enforced if it is valid and immediate, on every partition too. Replication and
 * administrators can disable deferred checks, and a partition's index can differ from its parent's.
 * https://www.postgresql.org/docs/current/runtime-config-client.html#GUC-SESSION-REPLICATION-ROLE
 *
 * An index of a table with children that are not partitions is not enforced: a child's rows may repeat its parent's
 * keys. https://www.postgresql.org/docs/current/ddl-inherit.html#DDL-INHERIT-CAVEATS
 */
export const uniqueKeysOf = compiledOnce((db, oid) => {
  const exceptions = [indexesWithoutCheck(db), childrenWithRowsOfTheirOwn(db)]
  return db
    .select(
      db.raw('i.indexrelid::text as key'),
      'i.indisprimary as isPrimary',
      'a.attname as column',
      db.raw('not exists ? and not exists ? as is_enforced', exceptions),
    )
    .from('pg_catalog.pg_index as i')
    .crossJoin(
      db.raw(`lateral unnest(i.indkey::int2[], i.indcollation::oid[], i.indclass::oid[])
        with ordinality as k (attnum, collated_by, class, place)`),
    )
    .leftJoin('pg_catalog.pg_attribute as a', (join) =>
      join
        .on({
          'a.attrelid': 'i.indrelid',
          'a.attnum': 'k.attnum',
          'a.attcollation': 'k.collated_by',
        })
        .andOnVal('a.attnum', '>', 0)
        .andOn(db.raw('(i.indisexclusion or exists ?)', [classWithUsualEquality(db)])),
    )
    .where({ 'i.indrelid': oid, 'i.indisunique': true })
    .whereNull('i.indpred')
    .where('k.place', '<=', db.ref('i.indnkeyatts'))
    .orderBy(['i.indexrelid', 'k.place'])
})

/** The index `i` or indexes of partitions below it, if they accept a repeated key. */
function indexesWithoutCheck(db: Knex): Knex.QueryBuilder {
  return db
    .from(familyOf(db, db.ref('i.indexrelid')).as('f'))
    .join('pg_catalog.pg_index as x', 'x.indexrelid', 'f.oid')
    .whereRaw(
      'not (x.indisunique and x.indimmediate and x.indisvalid and x.indisready and x.indislive)',
    )
}

/** Children of the index's table that are not partitions. */
function childrenWithRowsOfTheirOwn(db: Knex): Knex.QueryBuilder {
  return db
    .from('pg_catalog.pg_inherits as h')
    .join('pg_catalog.pg_class as parent', 'parent.oid', 'h.inhparent')
    .where('h.inhparent', db.ref('i.indrelid'))
    .where('parent.relkind', '<>', 'p')
}

/** The operator class `k.class`, if it has the same equality as the default one of its type. */
function classWithUsualEquality(db: Knex): Knex.QueryBuilder {
  return db
    .from('pg_catalog.pg_opclass as own')
    .join('pg_catalog.pg_opclass as usual', {
      'usual.opcmethod': 'own.opcmethod',
      'usual.opcintype': 'own.opcintype',
    })
    .join('pg_catalog.pg_amop as x', {
      'x.amopfamily': 'own.opcfamily',
      'x.amoplefttype': 'own.opcintype',
      'x.amoprighttype': 'own.opcintype',
    })
    .join('pg_catalog.pg_amop as y', {
      'y.amopfamily': 'usual.opcfamily',
      'y.amopopr': 'x.amopopr',
    })
    .where({ 'own.oid': db.ref('k.class'), 'usual.opcdefault': true, 'x.amopstrategy': 3 })
}
