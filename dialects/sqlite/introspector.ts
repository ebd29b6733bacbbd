/**
 * Reads the catalogue of the main database by pragma statements. Pragma functions are less safe: a
 * table can have the name of one.
 */
import type { Catalogue } from '../../src/dialect/catalogue'
import type { Introspector } from '../../src/dialect/dialect'
import type { TableSchema } from '../../src/dialect/schema'
import { aliasedTable, quoteName } from '../../src/dialect/quoted-name'
import { columnSchema, type CatalogueColumn, type CatalogueTable } from './column-schema'
import { columnsWithoutCollation, mayLackCollations } from './missing-collations'
import { isBuiltIn, rowidName, rowKeysOf, type IndexColumn } from './row-key'
import {
  SCHEMA_HASH,
  SCHEMA_NUMBER,
  versionOf,
  type SchemaHash,
  type SchemaNumber,
} from './schema-version'
import { isUntypedView, type CatalogueView } from './untyped-views'

interface CatalogueIndex {
  readonly name: string
  readonly unique: number
  /** `pk` for a primary key. */
  readonly origin: string
  /** 1 for a partial index. */
  readonly partial: number
}

export function createIntrospector(catalogue: Catalogue): Introspector {
  return {
    listTables: async () => (await readableTables(catalogue)).map(({ name }) => name),
    describeTable: async (requested) => {
      const [table] = await readableTables(catalogue, requested)
      return table && describe(catalogue, table)
    },
  }
}

/** @param name reads only the table of that name; default: all */
async function readableTables(catalogue: Catalogue, name?: string): Promise<CatalogueTable[]> {
  const argument = name === undefined ? '' : `(${quoteName(name, '"')})`
  const tables = await catalogue.readRows<CatalogueTable>(
    catalogue.builder.raw(`pragma main.table_list${argument}`),
  )
  // A table can have an empty name, but no request can name it.
  return tables.filter(({ name, type }) => type !== 'shadow' && !/^(?:$|sqlite_)/i.test(name))
}

const SCHEMA = 'main.sqlite_schema'

/** Reads the rows of a statement for which knex has no method: of `pragma` or `explain`. */
type Read = <Row extends object>(text: string) => Promise<Row[]>

async function describe(catalogue: Catalogue, table: CatalogueTable): Promise<TableSchema> {
  const { builder } = catalogue
  const read: Read = (text) => catalogue.readRows(builder.raw(text))
  // First, so that a change during the other statements leads to another version.
  const [number] = await read<SchemaNumber>(SCHEMA_NUMBER)
  const statements = await catalogue.readRows<SchemaHash & { sql: string | null }>(
    builder
      .select('sql', builder.raw(`(${SCHEMA_HASH}) as hash`))
      .from(SCHEMA)
      .whereRaw('tbl_name = ? collate nocase', [table.name]),
  )
  const argument = quoteName(table.name, '"')
  const all = await read<CatalogueColumn & { hidden: number }>(
    `pragma main.table_xinfo(${argument})`,
  )
  // 1 is a hidden column of a virtual table; 2 and 3 are generated columns, which users can read.
  const visible = all.filter(({ hidden }) => hidden !== 1)
  const definitions = statements.map(({ sql }) => sql ?? '')
  const hasCollations = definitions.some((sql) => /collate/i.test(sql))
  const { indexColumns, areUsable } = await readIndexes(read, argument, hasCollations)
  // Even to count the rows, SQLite would read an index whose collation is missing, and fail.
  const hint = areUsable ? '' : ' not indexed'
  const [text] = await read<{ encoding: string }>('pragma main.encoding')
  const context = {
    tableType: table.type,
    isUntyped: table.type === 'view' && (await isUntyped(catalogue, table.name)),
    isUtf8: text?.encoding === 'UTF-8',
  }
  // Without a statement, the table has just been dropped, and is described for no version.
  const resultType = versionOf(number, statements[0])
  const withoutCollation = mayLackCollations(definitions)
    ? await columnsWithoutCollation(
        `main.${argument}${hint}`,
        visible.map(({ name }) => name),
        (sql) => read(sql),
      )
    : undefined
  const columns = visible.map((column) => {
    const schema = { ...columnSchema(column, context), resultType }
    if (!withoutCollation?.has(column.name)) return schema
    return { ...schema, order: { ...schema.order, sql: `${schema.order.sql} collate binary` } }
  })
  const rowid = table.type === 'view' ? undefined : rowidName(columns)
  const keysOf: TableSchema['keysOf'] = (allowed) =>
    rowKeysOf(allowed, columns, {
      type: table.type,
      isWithoutRowid: table.wr === 1,
      indexColumns,
      primaryColumn: columns[visible.findIndex(({ pk }) => pk > 0)],
      rowid,
      hasCollations,
    })
  return {
    name: table.name,
    from: aliasedTable(quoteName(table.name, '"')) + hint,
    columns,
    ...keysOf(columns),
    keysOf,
    // Views and virtual tables may return data from outside the file.
    isTracked: table.type === 'table',
    isDistributed: false,
    isReadByKeys: false,
    needsFreshPlan: false,
    mayChangeSession: false,
  }
}

async function isUntyped(catalogue: Catalogue, view: string): Promise<boolean> {
  const { builder } = catalogue
  const views = builder.select('name', 'sql').from(SCHEMA).where('type', 'view').whereNotNull('sql')
  // Virtual tables have no pages: https://www.sqlite.org/schematab.html#interpretation_of_the_schema_table
  const virtualTables = builder
    .select('name')
    .from(SCHEMA)
    .where('type', 'table')
    .whereRaw('coalesce(rootpage, 0) = 0')
  return isUntypedView(
    view,
    await catalogue.readRows<CatalogueView>(views),
    (await catalogue.readRows<{ name: string }>(virtualTables)).map(({ name }) => name),
  )
}

interface Indexes {
  /** Columns of the unique indexes that are not partial. */
  readonly indexColumns: readonly IndexColumn[]
  /** Whether SQLite has the collations of all indexes. */
  readonly areUsable: boolean
}

/**
 * @param table quoted name
 * @param hasCollations whether an index can have a collation that is not built in
 */
async function readIndexes(read: Read, table: string, hasCollations: boolean): Promise<Indexes> {
  const indexColumns: IndexColumn[] = []
  let areUsable = true
  const indexes = await read<CatalogueIndex>(`pragma main.index_list(${table})`)
  for (const { name, origin, unique, partial } of indexes) {
    const isKey = unique === 1 && partial === 0
    if (!isKey && !hasCollations) continue
    const parts = await read<{ name: string | null; coll: string; key: number }>(
      `pragma main.index_xinfo(${quoteName(name, '"')})`,
    )
    areUsable &&= parts.every(({ coll }) => isBuiltIn(coll))
    if (!isKey) continue
    // The other columns (key = 0) locate the row in the table.
    for (const { name: column, coll } of parts.filter(({ key }) => key === 1)) {
      indexColumns.push({ key: name, isPrimary: origin === 'pk', column, collation: coll })
    }
  }
  return { indexColumns, areUsable }
}
