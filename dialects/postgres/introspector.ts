/** Reads the catalogue of the schemas on the search path, or of chosen schemas, from pg_catalog. */
import type { Knex } from 'knex'
import type { Catalogue } from '../../src/dialect/catalogue'
import type { Introspector } from '../../src/dialect/dialect'
import { tableKeys, uniqueRowKey, type UniqueKeyColumn } from '../../src/dialect/row-key'
import type { ColumnSchema, TableSchema } from '../../src/dialect/schema'
import { aliasedTable, quoteName } from '../../src/dialect/quoted-name'
import { columnsOf } from './column-query'
import { columnSchema, type CatalogueColumn } from './column-schema'
import { isValidUtf8 } from './name-encoding'
import { isDistinct, isInexact, orderOfAll, type OrderContext } from './order-key'
import {
  DISTRIBUTED_BY,
  foreignParts,
  isDistributedBy,
  isForeign,
  type Distribution,
} from './distribution'
import { tableState } from './table-state'
import { HAS_SNAPSHOTS, isLockEnough, trackingOf } from './tracking'
import { uniqueKeysOf } from './unique-keys'

const NO_SYSTEM_SCHEMA = `
  n.nspname not in ('pg_catalog', 'information_schema') and n.nspname !~ '^pg_(toast|temp)'`

/** Tables that the search path finds have their bare name, others are qualified by their schema. */
const IS_BARE = 'pg_catalog.pg_table_is_visible(c.oid)'
const NAME = `case when ${IS_BARE} then c.relname::text else n.nspname::text || '.' || c.relname::text end`

const IN_SCHEMAS = `n.nspname = any(?::text[]) and pg_catalog.has_schema_privilege(n.oid, 'usage')`

/**
 * Tables (r), views (v), materialized views (m), foreign tables (f) and partitioned parents (p),
 * but no partitions. A grant on one column is enough. The server refuses to read a materialized view before it
 * has been refreshed, and an unlogged table on a standby.
 * https://www.postgresql.org/docs/current/catalog-pg-class.html
 */
const readableTables = (builder: Knex, schemas: readonly string[] | undefined): Knex.QueryBuilder =>
  builder
    .from('pg_catalog.pg_class as c')
    .join('pg_catalog.pg_namespace as n', 'n.oid', 'c.relnamespace')
    .whereIn('c.relkind', ['r', 'v', 'm', 'f', 'p'])
    .where('c.relispartition', false)
    .whereRaw('c.relispopulated is not false')
    .whereRaw(`(c.relpersistence <> 'u' or not pg_catalog.pg_is_in_recovery())`)
    .whereRaw(NO_SYSTEM_SCHEMA)
    .whereRaw(`${isValidUtf8('c.relname')} and ${isValidUtf8('n.nspname')}`)
    .whereRaw(
      `(pg_catalog.has_table_privilege(c.oid, 'select')
        or pg_catalog.has_any_column_privilege(c.oid, 'select'))`,
    )
    .whereRaw(schemas ? IN_SCHEMAS : IS_BARE, schemas ? [[...schemas]] : [])

/**
 * Materialized views cannot be locked, and the privilege to select some columns is not enough. The lock does not
 * keep a role's exemption from row security.
 */
const IS_LOCKABLE = `c.relkind = 'r' and not c.relrowsecurity
  and pg_catalog.has_table_privilege(c.oid, 'select')`

export function createIntrospector(
  catalogue: Catalogue,
  schemas?: readonly string[],
): Introspector {
  const { builder } = catalogue
  return {
    listTables: async () => {
      const rows = await catalogue.readRows<{ name: string }>(
        readableTables(builder, schemas).distinct(builder.raw(`${NAME} as name`)),
      )
      return rows.map(({ name }) => name)
    },
    describeTable: async (requested) => {
      // `a.b` can be a bare or a qualified name. The catalogue decides; bare names come first, then
      // the schema that sorts first.
      const bare = (schemas ?? [])
        .filter((schema) => requested.startsWith(`${schema}.`))
        .map((schema) => requested.slice(schema.length + 1))
      const [table] = await catalogue.readRows<CatalogueTable>(
        readableTables(builder, schemas)
          .select({ schema: 'n.nspname', bare: 'c.relname' })
          .select(
            builder.raw(
              `c.oid::text as oid, ${NAME} as name, ${HAS_SNAPSHOTS} as has_snapshots,
               c.relkind = 'v' or c.relhassubclass as has_parts,
               ${IS_LOCKABLE} as is_lockable,
               c.relkind = 'v' as is_view, c.relrowsecurity as has_row_security,
               ${DISTRIBUTED_BY} as distributed_by`,
            ),
            builder.raw('? as is_foreign', [isForeign(builder)]),
          )
          .whereIn('c.relname', [requested, ...bare])
          .whereRaw(`${NAME} = ?`, [requested])
          .orderByRaw(`${IS_BARE} desc, n.nspname collate "C"`),
      )
      return table && describe(catalogue, table)
    },
  }
}

export async function usableSchemas(catalogue: Catalogue): Promise<string[]> {
  const { builder } = catalogue
  const rows = await catalogue.readRows<{ name: string }>(
    builder
      .select('n.nspname as name')
      .from('pg_catalog.pg_namespace as n')
      .whereRaw(`pg_catalog.has_schema_privilege(n.oid, 'usage')`)
      .whereRaw(NO_SYSTEM_SCHEMA)
      .orderByRaw('n.nspname collate "C"'),
  )
  return rows.map(({ name }) => name)
}

interface CatalogueTable {
  readonly oid: string
  /** The name in the API. */
  readonly name: string
  readonly schema: string
  /** Without the schema. */
  readonly bare: string
  readonly has_snapshots: boolean
  /** Whether its rows may be from other tables: children, partitions or the tables of a view. */
  readonly has_parts: boolean
  /** Whether the user may lock the table. */
  readonly is_lockable: boolean
  readonly is_view: boolean
  readonly has_row_security: boolean
  /** Whether its rows, or some of them, are in foreign tables. */
  readonly is_foreign: boolean
  readonly distributed_by: Distribution | null
}

async function describe(catalogue: Catalogue, table: CatalogueTable): Promise<TableSchema> {
  const { oid, name, schema, bare, has_snapshots, has_parts, is_foreign, distributed_by } = table
  const { builder } = catalogue
  const quoted = `${quoteName(schema, '"')}.${quoteName(bare, '"')}`
  // In sequence, because they may share a transaction, and the driver runs one statement at a time. The
  // state is first, so that a change between the statements makes it outdated.
  const state = has_snapshots ? await tableState(catalogue, oid) : undefined
  const rows = await catalogue.readRows<CatalogueColumn>(columnsOf(builder, oid))
  const uniqueKeys = enforcedIfDistinct(
    await catalogue.readRows<CatalogueKey>(uniqueKeysOf(builder, oid)),
    rows,
  )
  const columns = rows.map((column) => columnSchema(column, is_foreign))
  const inexact = new Set(rows.filter(isInexact).map((column) => column.name))
  const isDistributed = await isDistributedBy(catalogue, oid, distributed_by)
  const tracked = trackingOf(
    builder,
    oid,
    state,
    isDistributed ? 'none' : is_foreign ? 'storage' : 'attachment',
  )
  const named = is_foreign && has_snapshots ? await foreignParts(catalogue, oid) : undefined
  const isLocked = table.is_lockable && tracked.isTracked && isLockEnough(state)
  // The lock does not prevent a first child of the table, whose rows would not be in the count.
  const from = aliasedTable(isLocked ? `only ${quoted}` : quoted)
  return {
    name,
    from,
    columns,
    isDistributed: is_foreign || isDistributed,
    isReadByKeys: isDistributed && distributed_by === 'citus',
    ...(is_foreign && { parts: named ?? [from] }),
    ...keysOf(columns, uniqueKeys, { isForeign: is_foreign, inexact }),
    ...tracked,
    ...(isLocked && { snapshotLock: `lock table ${quoted} in access share mode` }),
    // A plan, or a part of one, can be without a child that is attached or detached during planning, and the
    // server caches that plan. The text of a statement about a tracked table changes with the children,
    // so it needs no new plan each time.
    needsFreshPlan: has_parts && !tracked.isTracked,
    mayChangeSession: table.is_view || (state?.has_active_policies ?? table.has_row_security),
  }
}

type CatalogueKey = UniqueKeyColumn & { readonly is_enforced: boolean }

/** Counts a key as not enforced if statements do not distinguish its values. */
function enforcedIfDistinct(
  keys: readonly CatalogueKey[],
  columns: readonly CatalogueColumn[],
): CatalogueKey[] {
  const names = new Set(columns.filter((column) => !isDistinct(column)).map(({ name }) => name))
  const others = keys.filter(({ column }) => column !== null && names.has(column))
  return keys.map((key) =>
    others.some((other) => other.key === key.key) ? { ...key, is_enforced: false } : key,
  )
}

/** A primary key comes first in the order even if it is not enforced. */
function keysOf(
  columns: readonly ColumnSchema[],
  catalogue: readonly CatalogueKey[],
  table: OrderContext,
): ReturnType<typeof tableKeys> {
  const enforced = catalogue.filter(({ is_enforced }) => is_enforced)
  const primary = catalogue.filter(({ isPrimary }) => isPrimary)
  const first = uniqueRowKey(columns, primary) ?? []
  return tableKeys(columns, enforced, (visible) => [...first, ...orderOfAll(visible, table)])
}
