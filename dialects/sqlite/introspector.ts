/** The catalogue of the main database, by pragmas: as statements, which no table's name can stand before. */
import type { Knex } from 'knex'
import type { Introspector } from '../../src/dialect/dialect'
import { keyFor, type UniqueKeyColumn } from '../../src/dialect/row-key'
import type { ColumnSchema, OrderKey, TableKeys, TableSchema } from '../../src/dialect/schema'
import { aliasedTable, columnOf, quoteName } from '../../src/dialect/sql-fragment'
import { columnSchema, type CatalogueColumn } from './column-schema'
import { isSameName } from './same-name'
import { SCHEMA_VERSION } from './schema-version'

interface CatalogueTable {
  readonly name: string
  /** Shadow tables belong to virtual ones. https://www.sqlite.org/pragma.html#pragma_table_list */
  readonly type: 'table' | 'view' | 'virtual' | 'shadow'
  /** 1 for a table WITHOUT ROWID. */
  readonly wr: number
}

interface CatalogueIndex {
  readonly name: string
  readonly unique: number
  /** `pk` for a primary key. */
  readonly origin: string
  /** 1 when the index leaves rows out. */
  readonly partial: number
}

export function createIntrospector(db: Knex): Introspector {
  return {
    listTables: async () => {
      const names = (await listed(db)).map(({ name }) => name)
      return names.sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
    },
    describeTable: async (asked) => {
      const table = (await listed(db)).find(({ name }) => isSameName(asked, name))
      return table && describe(db, table)
    },
  }
}

async function listed(db: Knex): Promise<CatalogueTable[]> {
  const tables = await db.raw<CatalogueTable[]>('pragma main.table_list')
  return tables.filter(({ name, type }) => type !== 'shadow' && !/^sqlite_/i.test(name))
}

async function describe(db: Knex, table: CatalogueTable): Promise<TableSchema> {
  // Read first: a change beside the other statements then shows as another version.
  const [version] = await db.raw<{ schema_version: number }[]>(SCHEMA_VERSION)
  const argument = quoteName(table.name, '"')
  const all = await db.raw<(CatalogueColumn & { hidden: number })[]>(
    `pragma main.table_xinfo(${argument})`,
  )
  // 1 is a virtual table's own; 2 and 3 are generated columns, which users can read.
  const catalogue = all.filter(({ hidden }) => hidden !== 1)
  const indexes = await db.raw<CatalogueIndex[]>(`pragma main.index_list(${argument})`)
  const uniqueKeys: UniqueKeyColumn[] = []
  for (const { name, origin } of indexes.filter((index) => index.unique && !index.partial)) {
    const columns = await db.raw<{ name: string | null }[]>(
      `pragma main.index_info(${quoteName(name, '"')})`,
    )
    for (const column of columns) {
      uniqueKeys.push({ key: name, isPrimary: origin === 'pk', column: column.name })
    }
  }
  const definitions = await db.raw<{ sql: string | null }[]>(
    'select sql from main.sqlite_schema where tbl_name = ? collate nocase',
    [table.name],
  )
  const hasCollations = definitions.some(({ sql }) => /collate/i.test(sql ?? ''))
  const described = tableSchema(table, catalogue, uniqueKeys, hasCollations)
  const resultType = String(version?.schema_version)
  return { ...described, columns: described.columns.map((c) => ({ ...c, resultType })) }
}

function tableSchema(
  table: CatalogueTable,
  catalogue: readonly CatalogueColumn[],
  uniqueKeys: readonly UniqueKeyColumn[],
  hasCollations: boolean,
): TableSchema {
  const columns = catalogue.map((column) => columnSchema(column, table.type === 'table'))
  const alias = rowidAlias(catalogue, columns, uniqueKeys)
  const rowid = table.type === 'view' ? undefined : rowidName(columns)
  const keysFor: TableSchema['keysOf'] = (visible) => {
    const unique = keyFor(visible, columns, uniqueKeys)
    return keysOf(table, visible, { unique, alias, rowid, hasCollations })
  }
  return {
    name: table.name,
    from: aliasedTable(quoteName(table.name, '"')),
    columns,
    ...keysFor(columns),
    keysOf: keysFor,
    // A view may compute anything, and a virtual table may be of anything.
    isTracked: table.type === 'table',
  }
}

interface CandidateKeys {
  readonly unique: readonly OrderKey[] | undefined
  readonly alias: OrderKey | undefined
  /** The rowid's name, where there is one. */
  readonly rowid: string | undefined
  readonly hasCollations: boolean
}

/**
 * A primary key of a rowid table may hold NULLs, and a key's collation may tell apart what the
 * column's does not: then the rowid follows.
 * https://www.sqlite.org/quirks.html#primary_keys_can_sometimes_contain_nulls
 */
function keysOf(
  { type, wr }: CatalogueTable,
  columns: readonly ColumnSchema[],
  { unique = [], alias, rowid: name, hasCollations }: CandidateKeys,
): TableKeys {
  if (wr === 1) {
    const key = unique.map((part) => ({ ...part, isNullable: false }))
    return { rowKey: key, identity: key }
  }
  if (alias) return { rowKey: [alias], identity: [alias] }
  if (name === undefined) return { rowKey: orderOfAll(columns) }
  const rowid = { sql: columnOf(name), isNullable: false, placeholder: '?' }
  const isReliable =
    unique.length > 0 && !hasCollations && unique.every(({ isNullable }) => !isNullable)
  const rowKey = isReliable ? unique : [...unique, rowid]
  if (type !== 'table') return { rowKey }
  const merged = isReliable || hasCollations ? undefined : mergedKey(columns, unique, rowid)
  return { rowKey, identity: [rowid], ...(merged && { tieBreak: [merged] }) }
}

/** Byte by byte, so that texts equal under the column's collation still have one order. */
function orderOfAll(columns: readonly ColumnSchema[]): OrderKey[] {
  return columns.map(({ order }) => ({ ...order, sql: `${order.sql} collate binary` }))
}

/**
 * A key that may hold NULLs and the rowid, as one term: an order by an indexed column and two terms
 * more is sorted as if there were no index. In a column of TEXT affinity no value is a number, so none
 * equals a rowid, and numbers stand before texts, where NULLs would.
 */
function mergedKey(
  columns: readonly ColumnSchema[],
  unique: readonly OrderKey[],
  rowid: OrderKey,
): OrderKey | undefined {
  const [key] = unique
  const isText = columns.some(({ order, contains }) => order === key && contains)
  if (!key || !isText || unique.length > 1) return undefined
  return { ...rowid, sql: `coalesce(${key.sql}, ${rowid.sql})` }
}

/** A column declared INTEGER PRIMARY KEY is the rowid itself, and the only key without an index. */
function rowidAlias(
  catalogue: readonly CatalogueColumn[],
  columns: readonly ColumnSchema[],
  uniqueKeys: readonly UniqueKeyColumn[],
): OrderKey | undefined {
  if (uniqueKeys.some(({ isPrimary }) => isPrimary)) return undefined
  const alias = columns[catalogue.findIndex(({ pk }) => pk > 0)]
  return alias && { ...alias.order, isNullable: false }
}

/** The name that still means the rowid when columns have taken some of the three. */
function rowidName(columns: readonly ColumnSchema[]): string | undefined {
  const taken = new Set(columns.map(({ name }) => name.toLowerCase()))
  return ['rowid', '_rowid_', 'oid'].find((name) => !taken.has(name))
}
