/** Finds the tables whose rows are on several servers, and the foreign tables that contain them. */
import type { Knex } from 'knex'
import type { Catalogue } from '../../src/dialect/catalogue'
import { aliasedTable, quoteName } from '../../src/dialect/quoted-name'
import { familyOf, withChildren } from './children'

/** Whether the table `c`, or a child of it, is a foreign table. */
export function isForeign(db: Knex): Knex.Raw {
  const foreignChildren = withChildren(db, db.ref('c.oid'))
    .from('children')
    .join('pg_catalog.pg_class as d', 'd.oid', 'children.inhrelid')
    .where('d.relkind', 'f')
  return db.raw(
    `case when c.relkind = 'f' then true when c.relhassubclass then exists ? else false end`,
    [foreignChildren],
  )
}

export type Distribution = 'all' | keyof typeof DISTRIBUTED

/**
 * Catalogues of extensions and forks, with the condition that a table is distributed: not those of which
 * each server has a copy.
 * https://docs.citusdata.com/en/stable/develop/api_metadata.html#partition-table
 * https://techdocs.broadcom.com/us/en/vmware-tanzu/data-solutions/tanzu-greenplum/7/greenplum-database/ref_guide-system_catalogs-gp_distribution_policy.html
 */
const DISTRIBUTED = {
  citus: (db: Knex, oid: string) =>
    db
      .from('pg_catalog.pg_dist_partition as p')
      .whereRaw('p.logicalrelid::oid = ?::oid', [oid])
      .where('p.partmethod', '<>', 'n'),
  greenplum: (db: Knex, oid: string) =>
    db
      .from('pg_catalog.gp_distribution_policy as p')
      .where({ 'p.localoid': oid, 'p.policytype': 'p' }),
} as const

/** Which catalogue tells whether a table is distributed; in YugabyteDB and CockroachDB, every table is. */
export const DISTRIBUTED_BY = `
  case when pg_catalog.to_regclass('pg_catalog.pg_dist_partition') is not null then 'citus'
    when pg_catalog.to_regclass('pg_catalog.gp_distribution_policy') is not null then 'greenplum'
    when pg_catalog.to_regproc('pg_catalog.yb_servers') is not null
      or pg_catalog.to_regclass('crdb_internal.node_build_info') is not null then 'all'
  end`

/** @param by the catalogue that tells whether a table is distributed */
export async function isDistributedBy(
  catalogue: Catalogue,
  oid: string,
  by: Distribution | null,
): Promise<boolean> {
  if (by === null || by === 'all') return by === 'all'
  const found = await catalogue.readRows(DISTRIBUTED[by](catalogue.builder, oid).select('p.*'))
  return found.length > 0
}

/** Maximum parts of a table that is read part by part: a statement names each part several times. */
const MAX_PARTS = 100

const IS_READABLE = `
  pg_catalog.has_table_privilege(c.oid, 'select')
    and pg_catalog.has_schema_privilege(n.oid, 'usage')
    and not pg_catalog.row_security_active(c.oid)`

/**
 * The tables of a family that can have rows of their own. Reading them instead of their ancestor needs
 * privileges on each, and applies their own policies of row security instead of those of the ancestor.
 */
function partsOf(db: Knex, oid: string): Knex.QueryBuilder {
  return db
    .select('n.nspname as schema', 'c.relname as name')
    .select(db.raw(`${IS_READABLE} as is_readable`))
    .from(familyOf(db, db.raw('?::oid', [oid])).as('f'))
    .join('pg_catalog.pg_class as c', 'c.oid', 'f.oid')
    .join('pg_catalog.pg_namespace as n', 'n.oid', 'c.relnamespace')
    .whereRaw(`(c.relkind <> 'p' or pg_catalog.row_security_active(c.oid))`)
    .orderBy('c.oid')
}

interface Part {
  readonly schema: string
  readonly name: string
  readonly is_readable: boolean
}

/** @returns texts for `from`; `undefined` if the user may not read each part by itself */
export async function foreignParts(
  catalogue: Catalogue,
  oid: string,
): Promise<string[] | undefined> {
  const parts = await catalogue.readRows<Part>(partsOf(catalogue.builder, oid))
  if (parts.length > MAX_PARTS || !parts.every(({ is_readable }) => is_readable)) return undefined
  return parts.map(({ schema, name }) =>
    aliasedTable(`only ${quoteName(schema, '"')}.${quoteName(name, '"')}`),
  )
}
