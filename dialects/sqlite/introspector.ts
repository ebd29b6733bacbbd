/** The catalogue of the main database, by the pragmas' table-valued functions. */
import type { Knex } from 'knex'
import type { Introspector } from '../../src/dialect/dialect'
import { uniqueRowKey, type UniqueKeyColumn } from '../../src/dialect/row-key'
import type { ColumnSchema, OrderKey, TableSchema } from '../../src/dialect/schema'
import { aliasedTable, columnOf, quoteName } from '../../src/dialect/sql-fragment'
import { columnSchema, type CatalogueColumn } from './column-schema'

interface CatalogueTable {
  readonly name: string
  readonly type: 'table' | 'view' | 'virtual'
  /** 1 for a table WITHOUT ROWID. */
  readonly wr: number
}

/**
 * `pragma_table_list` tells shadow tables of virtual ones apart (type 'shadow').
 * https://www.sqlite.org/pragma.html#pragma_table_list
 */
const LISTED = `
  from pragma_table_list
  where schema = 'main' and type in ('table', 'view', 'virtual') and name not like 'sqlite!_%' escape '!'`

/** Hidden 1 is a virtual table's own; 2 and 3 are generated columns, which users can read. */
const COLUMNS = `
  select name, type, "notnull", pk from pragma_table_xinfo(?, 'main') where hidden <> 1 order by cid`

/** Indexes in which no two rows are equal; partial ones leave rows out. */
const UNIQUE_KEYS = `
  select i.name as key, i.origin = 'pk' as "isPrimary", c.name as column
  from pragma_index_list(?, 'main') as i join pragma_index_info(i.name, 'main') as c
  where i."unique" and not i.partial
  order by i.name, c.seqno`

export function createIntrospector(db: Knex): Introspector {
  return {
    listTables: async () => {
      const tables = await db.raw<{ name: string }[]>(`select name ${LISTED} order by name`)
      return tables.map(({ name }) => name)
    },
    describeTable: async (asked) => {
      const [table] = await db.raw<CatalogueTable[]>(
        `select name, type, wr ${LISTED} and name = ? collate nocase`,
        [asked],
      )
      if (!table) return undefined
      const catalogue = await db.raw<CatalogueColumn[]>(COLUMNS, [table.name])
      const uniqueKeys = await db.raw<UniqueKeyColumn[]>(UNIQUE_KEYS, [table.name])
      return tableSchema(table, catalogue, uniqueKeys)
    },
  }
}

function tableSchema(
  table: CatalogueTable,
  catalogue: readonly CatalogueColumn[],
  uniqueKeys: readonly UniqueKeyColumn[],
): TableSchema {
  const columns = catalogue.map((column) => columnSchema(column, table.type === 'table'))
  return {
    name: table.name,
    from: aliasedTable(quoteName(table.name, '"')),
    columns,
    rowKey:
      rowidAlias(catalogue, columns, uniqueKeys) ??
      rowKey(table, columns, uniqueRowKey(columns, uniqueKeys)),
  }
}

/** A column declared INTEGER PRIMARY KEY is the rowid itself, and the only key without an index. */
function rowidAlias(
  catalogue: readonly CatalogueColumn[],
  columns: readonly ColumnSchema[],
  uniqueKeys: readonly UniqueKeyColumn[],
): OrderKey[] | undefined {
  if (uniqueKeys.some(({ isPrimary }) => isPrimary)) return undefined
  const alias = columns[catalogue.findIndex(({ pk }) => pk > 0)]
  return alias && [{ ...alias.order, isNullable: false }]
}

/**
 * A primary key of a rowid table may hold NULLs, and a key's collation may tell apart what the
 * column's does not, so the rowid follows wherever there is one; an index ends in it anyway.
 * https://www.sqlite.org/quirks.html#primary_keys_can_sometimes_contain_nulls
 */
function rowKey(
  table: CatalogueTable,
  columns: readonly ColumnSchema[],
  unique: readonly OrderKey[] = [],
): OrderKey[] {
  if (table.wr === 1) return [...unique]
  const rowid = table.type === 'view' ? undefined : rowidName(columns)
  if (rowid !== undefined) return [...unique, { sql: columnOf(rowid), isNullable: false }]
  // Byte by byte, so that texts equal under the column's collation still have one order.
  return columns.map(({ order }) => ({ ...order, sql: `${order.sql} collate binary` }))
}

/** The name that still means the rowid when columns have taken some of the three. */
function rowidName(columns: readonly ColumnSchema[]): string | undefined {
  const taken = new Set(columns.map(({ name }) => name.toLowerCase()))
  return ['rowid', '_rowid_', 'oid'].find((name) => !taken.has(name))
}
