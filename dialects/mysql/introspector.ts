/** The catalogue of the connection's database, by information_schema. */
import type { Catalogue } from '../../src/dialect/catalogue'
import type { Introspector } from '../../src/dialect/dialect'
import type { UniqueKeyColumn } from '../../src/dialect/row-key'
import type { TableSchema } from '../../src/dialect/schema'
import { aliasedTable, quoteName } from '../../src/dialect/sql-fragment'
import { columnSchema, type CatalogueColumn } from './column-schema'
import { rowKeysOf, sortedBytesOf, type SortedColumn } from './row-key'

/**
 * The privileges in COLUMNS are the user's own, from grants on any level.
 * https://dev.mysql.com/doc/refman/en/information-schema-columns-table.html
 */
const READABLE = `find_in_set('select', c.privileges)`

/** MariaDB keeps sequences among its tables, and a type of its own for versioned ones. */
const LISTED = `
  from information_schema.tables as t
  where t.table_schema = database() and t.table_type in ('BASE TABLE', 'VIEW', 'SYSTEM VERSIONED')`

/** MariaDB looks into every database, unless each part of a query names its own by a constant. */
const WITH_READABLE_COLUMNS = `
  t.table_name in (
    select c.table_name from information_schema.columns as c
    where c.table_schema = database() and ${READABLE})`

const COLUMNS = `
  select c.column_name as name, c.column_type as type, lower(c.data_type) as data_type,
    c.is_nullable = 'YES' as is_nullable, c.character_octet_length as octets,
    c.collation_name as \`collation\`
  from information_schema.columns as c
  where c.table_schema = database() and c.table_name = ? and ${READABLE}
  order by c.ordinal_position`

/**
 * MariaDB's JSON is a longtext with a check that is named after its column. MySQL, whose JSON is a
 * type, has no table_name here. https://mariadb.com/kb/en/json/
 */
const JSON_CHECKS = `
  select k.constraint_name as name from information_schema.check_constraints as k
  where k.constraint_schema = database() and k.table_name = ? and k.check_clause like 'json_valid(%'`

const UNIQUE_KEYS = `
  select s.index_name as \`key\`, s.index_name = 'PRIMARY' as isPrimary, s.column_name as \`column\`
  from information_schema.statistics as s
  where s.table_schema = database() and s.table_name = ? and s.non_unique = 0
  order by s.index_name, s.seq_in_index`

export function createIntrospector(catalogue: Catalogue): Introspector {
  const { builder } = catalogue
  return {
    listTables: async () => {
      const tables = await catalogue.readRows<{ name: string }>(
        builder.raw(
          `select t.table_name as name ${LISTED} and ${WITH_READABLE_COLUMNS}
           order by cast(t.table_name as binary)`,
        ),
      )
      return tables.map(({ name }) => name)
    },
    describeTable: async (asked) => {
      const [table] = await catalogue.readRows<CatalogueTable>(
        builder.raw(
          `select t.table_name as name, t.engine as engine, version() as version
           ${LISTED} and t.table_name = ?`,
          [asked],
        ),
      )
      return table && describe(catalogue, table)
    },
  }
}

interface CatalogueTable {
  readonly name: string
  readonly engine: string | null
  /** The server's. */
  readonly version: string
}

async function describe(
  catalogue: Catalogue,
  { name, engine, version }: CatalogueTable,
): Promise<TableSchema | undefined> {
  const { builder } = catalogue
  const [described, uniqueKeys] = await Promise.all([
    catalogue.readRows<CatalogueColumn & SortedColumn>(builder.raw(COLUMNS, [name])),
    catalogue.readRows<CatalogueKey>(builder.raw(UNIQUE_KEYS, [name])),
  ])
  if (described.length === 0) return undefined
  const mayHideJson =
    version.includes('MariaDB') && described.some(({ data_type }) => data_type === 'longtext')
  const checks = mayHideJson
    ? await catalogue.readRows<{ name: string }>(builder.raw(JSON_CHECKS, [name]))
    : []
  const checked = new Set(checks.map((check) => check.name))
  const columns = described.map((column) =>
    columnSchema(
      column.data_type === 'longtext' && checked.has(column.name)
        ? { ...column, data_type: 'checked json' }
        : column,
    ),
  )
  const keys = uniqueKeys.map((row) => ({ ...row, isPrimary: Number(row.isPrimary) === 1 }))
  return {
    name,
    from: aliasedTable(quoteName(name, '`')),
    columns,
    ...rowKeysOf(columns, {
      engine,
      uniqueKeys: keys,
      sortedBytes: described.map(sortedBytesOf),
    }),
  }
}

type CatalogueKey = Omit<UniqueKeyColumn, 'isPrimary'> & { readonly isPrimary: number | string }
