/** Reads what the catalogue says of a table, so that a statement can check that it is still the same. */
import type { Knex } from 'knex'
import type { Catalogue } from '../../src/dialect/catalogue'
import { withChildren } from './children'
import { compiledOnce } from './compiled-once'
import {
  fingerprintOfChildren,
  fingerprintOfChildTables,
  fingerprintOfLabels,
} from './fingerprints'

export interface TableState {
  /** The transaction that last wrote the table's row in the catalogue. */
  readonly version: string
  readonly is_tracked: boolean
  /** Whether the table has row security, which applies to some users. */
  readonly has_row_security: boolean
  /** Whether its policies select the rows for this user. */
  readonly has_active_policies: boolean
  /** Fingerprint of the children; NULL if there never was a child. */
  readonly children: string | null
  /** Fingerprint of the tables of the children. */
  readonly child_tables: string | null
  /** Numbers of the types, as the server prints an array. */
  readonly enums: string | null
  /** Fingerprint of the labels. */
  readonly labels: string
}

/** @returns `undefined` for a view */
export async function tableState(
  catalogue: Catalogue,
  oid: string,
): Promise<TableState | undefined> {
  const [state] = await catalogue.readRows<TableState>(stateOf(catalogue.builder, oid))
  return state
}

const stateOf = compiledOnce((db, oid) => {
  const table = db.ref('c.oid')
  const ifParent = 'case when c.relhassubclass then ? end'
  return db
    .select(
      db.raw('c.xmin::text as version, k.enums::text as enums'),
      db.ref('c.relrowsecurity').as('has_row_security'),
      db.raw('pg_catalog.row_security_active(c.oid) as has_active_policies'),
      db.raw('? as is_tracked', [isTracked(db)]),
      db.raw(`${ifParent} as children`, [fingerprintOfChildren(db, table)]),
      db.raw(`${ifParent} as child_tables`, [fingerprintOfChildTables(db, table)]),
      fingerprintOfLabels(db, 'k.enums').as('labels'),
    )
    .from('pg_catalog.pg_class as c')
    .leftJoin('pg_catalog.pg_am as m', 'm.oid', 'c.relam')
    .crossJoin(db.raw('lateral ? as k', [kindsOfTypes(db)]))
    .where('c.oid', oid)
    .where('c.relkind', '<>', 'v')
})

/**
 * Whether only transactions of this server change the result of a read of the table `c`: its rows are not
 * in foreign tables or other storage, not computed by a view, and not selected by policies of row
 * security.
 *
 * Excluded are tables with children that are not partitions, because after `no inherit` the catalogue
 * is the same as before `inherit`; and tables whose cells are printed with names from the catalogue,
 * such as those of regclass. Labels of enums are compared by their fingerprint. A standby does not
 * show the locks of transactions (`lockingTransactions`), so there partitioned tables and enums are
 * excluded too.
 */
function isTracked(db: Knex): Knex.Raw {
  const newLabels = db
    .from('pg_catalog.pg_enum as e')
    .whereRaw('e.enumtypid = any(k.enums)')
    .whereIn('e.xmin', lockingTransactions(db))
  const otherStorage = db
    .from('pg_catalog.pg_extension as x')
    .whereIn('x.extname', ['citus', 'columnar'])
  const otherChildren = withChildren(db, db.ref('c.oid'))
    .from('children')
    .join('pg_catalog.pg_class as d', 'd.oid', 'children.inhrelid')
    .leftJoin('pg_catalog.pg_am as n', 'n.oid', 'd.relam')
    .whereRaw(`(d.relkind = 'f' or d.relkind <> 'p' and n.amname is distinct from 'heap')`)
    .orWhereIn('children.written', lockingTransactions(db))
  return db.raw(
    `not pg_catalog.row_security_active(c.oid) and k.has_names is not true
      and (k.enums is null or not pg_catalog.pg_is_in_recovery() and not exists ?)
      and not exists ?
      and case c.relkind
        when 'p' then not pg_catalog.pg_is_in_recovery() and not exists ?
        else c.relkind in ('r', 'm') and m.amname = 'heap' and not c.relhassubclass
      end`,
    [newLabels, otherStorage, otherChildren],
  )
}

/**
 * Transactions that still hold their locks. Other sessions may have outdated catalogue caches until
 * then, because a transaction sends invalidation messages after its commit and before it releases its
 * locks.
 */
function lockingTransactions(db: Knex): Knex.QueryBuilder {
  return db
    .select('l.transactionid')
    .from('pg_catalog.pg_locks as l')
    .where({ 'l.locktype': 'transactionid', 'l.granted': true, 'l.mode': 'ExclusiveLock' })
}

/**
 * The kinds of the column types of the table `c`, and of their element types, base types and subtypes. Before version
 * 14, Postgres has no `rngmultitypid`.
 */
function kindsOfTypes(db: Knex): Knex.QueryBuilder {
  const type = ['t.oid', 't.typtype', 't.typname', 't.typelem', 't.typbasetype']
  const isRange = `k.oid in (r.rngtypid, (pg_catalog.to_jsonb(r) ->> 'rngmultitypid')::oid)`
  const isPart = 't.oid in (k.typelem, k.typbasetype, r.rngsubtype)'
  const kinds = db
    .select(type)
    .from('pg_catalog.pg_attribute as a')
    .join('pg_catalog.pg_type as t', 't.oid', 'a.atttypid')
    .where('a.attrelid', db.ref('c.oid'))
    .where('a.attnum', '>', 0)
    .union(
      db
        .select(type)
        .from('kinds as k')
        .leftJoin('pg_catalog.pg_range as r', (join) => join.on(db.raw(isRange)))
        .join('pg_catalog.pg_type as t', (join) => join.on(db.raw(isPart))),
    )
  return db
    .withRecursive('kinds', kinds)
    .select(
      db.raw(`pg_catalog.array_agg(k.oid) filter (where k.typtype = 'e') as enums`),
      db.raw(
        `bool_or(k.typtype = 'c' or k.oid < 16384 and k.typname ~ '^reg|^aclitem$') as has_names`,
      ),
    )
    .from('kinds as k')
}
