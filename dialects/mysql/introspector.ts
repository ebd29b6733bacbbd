/** Reads the catalogue of the connection's database from information_schema. */
import type { Knex } from 'knex'
import { compile, type Catalogue } from '../../src/dialect/catalogue'
import type { Introspector } from '../../src/dialect/dialect'
import type { UniqueKeyColumn } from '../../src/dialect/row-key'
import type { TableSchema } from '../../src/dialect/schema'
import { aliasedTable, quoteName } from '../../src/dialect/quoted-name'
import { errorCode } from '../../src/error-code'
import { columnSchema, type CatalogueColumn } from './column-schema'
import { mayHaveEqualMembers } from './equal-members'
import { hasVariable } from './has-variable'
import { isTrue, type ServerNumber } from './server-number'
import { trackingCheck } from './tracking'
import { rowKeysOf, type SortableColumn } from './row-key'
import { orderInEveryPlan, sortedBytesOf, withTypeCheck, type SortedColumn } from './sort-order'

/**
 * COLUMNS contains the user's own privileges, from grants on any level.
 * https://dev.mysql.com/doc/refman/en/information-schema-columns-table.html
 */
const READABLE = `find_in_set('select', c.privileges)`

/**
 * MariaDB lists sequences as tables, and system-versioned tables with a type of their own. It reads all
 * databases unless each part of a query compares the schema with a constant.
 */
const readableTables = (builder: Knex): Knex.QueryBuilder =>
  builder
    .from('information_schema.tables as t')
    .whereRaw('t.table_schema = database()')
    .whereIn('t.table_type', ['BASE TABLE', 'VIEW', 'SYSTEM VERSIONED'])

const readableColumns = (builder: Knex): Knex.QueryBuilder =>
  builder
    .from('information_schema.columns as c')
    .whereRaw('c.table_schema = database()')
    .whereRaw(READABLE)

/**
 * To list the columns, MariaDB opens each table, and would wait until another session has filled a table that it
 * creates or replaces from a query. Without the wait, it lists such a table, also if the user may not read it, as one
 * without an engine whose comment is the error, and without columns. With `in` in place of the join, a server could
 * list all columns again for each table.
 * https://mariadb.com/kb/en/set-statement/ https://mariadb.com/kb/en/metadata-locking/
 * @param wait seconds that MariaDB waits for each lock of a table
 */
const namesOfTables = (builder: Knex, wait: number): Knex.Raw =>
  builder.raw(`/*M! set statement lock_wait_timeout = ${wait}, lc_messages = 'en_US' for */ ?`, [
    readableTables(builder)
      .leftJoin(
        readableColumns(builder).distinct('c.table_name as name').as('r'),
        'r.name',
        't.table_name',
      )
      .select('t.table_name as name')
      .whereRaw(
        `(r.name is not null
          /*M! or t.engine is null and t.table_comment like 'Lock wait timeout exceeded%' */)`,
      ),
  ])

const columnsOf = (builder: Knex, table: string): Knex.QueryBuilder =>
  readableColumns(builder)
    .select({ name: 'c.column_name', type: 'c.column_type', octets: 'c.character_octet_length' })
    .select({ collation: 'c.collation_name' })
    .select(builder.raw(`lower(c.data_type) as data_type, c.is_nullable = 'YES' as is_nullable`))
    .select(builder.raw(`c.generation_expression in ('ROW START', 'ROW END') as is_row_period`))
    .where('c.table_name', table)
    .orderBy('c.ordinal_position')

/**
 * MariaDB's JSON is a longtext with a check constraint. The constraint keeps the column's first name as its
 * own, so only its condition tells the column. For MariaDB only: MySQL's CHECK_CONSTRAINTS has no TABLE_NAME.
 * https://mariadb.com/kb/en/json/
 */
const jsonChecksOf = (builder: Knex, table: string): Knex.QueryBuilder =>
  builder
    .select('k.check_clause as clause')
    .from('information_schema.check_constraints as k')
    .whereRaw('k.constraint_schema = database()')
    .where('k.table_name', table)
    .where('k.check_clause', 'like', 'json_valid(%')

const uniqueKeysOf = (builder: Knex, table: string): Knex.QueryBuilder =>
  builder
    .select({ key: 's.index_name', column: 's.column_name' })
    .select(builder.raw(`s.index_name = 'PRIMARY' as isPrimary`))
    .from('information_schema.statistics as s')
    .whereRaw('s.table_schema = database()')
    .where({ 's.table_name': table, 's.non_unique': 0 })
    .orderBy(['s.index_name', 's.seq_in_index'])

/**
 * TiDB has a table of the servers that store rows. Vitess has no such table, but its version contains its name.
 * https://docs.pingcap.com/tidb/stable/information-schema-tikv-store-status
 * https://vitess.io/docs/reference/programs/vtgate/: mysql_server_version
 */
function distributionCheck(db: Knex): Knex.Raw {
  const stores = db
    .select(db.raw('1'))
    .from('information_schema.tables as i')
    .whereRaw(`i.table_schema = 'information_schema' and i.table_name = 'TIKV_STORE_STATUS'`)
  return db.raw(`(version() like '%vitess%' or exists ?) as isDistributed`, [stores])
}

/**
 * MySQL's library for regular expressions since 8.0.4 converts each text, so it is slower than a comparison
 * in upper case. Only servers with this library have the variable with its time limit; MariaDB ignores the comment.
 * https://dev.mysql.com/doc/refman/en/server-system-variables.html#sysvar_regexp_time_limit
 */
const regexpCheck = (db: Knex): Knex.Raw =>
  db.raw('(false /*!50704 or exists ? */) as isRegexpSlow', [hasVariable(db, 'regexp_time_limit')])

/** Without the wait for a lock, the whole statement fails in some moments. */
function unlessLocked(error: unknown): undefined {
  if (errorCode(error) !== 'ER_LOCK_WAIT_TIMEOUT') throw error
}

export function createIntrospector(catalogue: Catalogue): Introspector {
  const { builder } = catalogue
  const namesWithin = async (wait: number): Promise<Set<string>> => {
    const tables = await catalogue.readRows<{ name: string }>(namesOfTables(builder, wait))
    return new Set(tables.map(({ name }) => name))
  }
  let last = new Set<string>()
  return {
    listTables: async () => {
      const names = await namesWithin(0).catch(unlessLocked)
      // Perhaps a missing table is not gone, but was locked for a moment, for example to truncate it. MySQL, which always
      // waits, reads the same list again.
      const isComplete = [...last].every((name) => names?.has(name))
      last = names && isComplete ? names : await namesWithin(1)
      return [...last]
    },
    describeTable: async (requested) => {
      const [table] = await catalogue.readRows<CatalogueTable>(
        readableTables(builder)
          .select('t.table_name as name', 't.engine as engine')
          .select(builder.raw('version() as version'))
          .select(distributionCheck(builder), regexpCheck(builder))
          .select(builder.raw('(?) as isTracked', [trackingCheck(builder, requested)]))
          .where('t.table_name', requested),
      )
      return table && describe(catalogue, table)
    },
  }
}

interface CatalogueTable {
  readonly name: string
  readonly engine: string | null
  /** Version of the server. */
  readonly version: string
  /** Whether the server keeps the rows of every table on several other servers. */
  readonly isDistributed: ServerNumber
  readonly isTracked: ServerNumber
  readonly isRegexpSlow: ServerNumber
}

async function describe(
  catalogue: Catalogue,
  { name, engine, version, isDistributed, isTracked, isRegexpSlow }: CatalogueTable,
): Promise<TableSchema | undefined> {
  const { builder } = catalogue
  const [described, uniqueKeys] = await Promise.all([
    catalogue.readRows<CatalogueColumn & SortedColumn>(columnsOf(builder, name)),
    catalogue.readRows<CatalogueKey>(uniqueKeysOf(builder, name)),
  ])
  if (described.length === 0) return undefined
  const isMariadb = version.includes('MariaDB')
  const mayHaveJson = isMariadb && described.some(({ data_type }) => data_type === 'longtext')
  const checks = mayHaveJson
    ? await catalogue.readRows<{ clause: string }>(jsonChecksOf(builder, name))
    : []
  const checked = new Set(checks.map(({ clause }) => columnOfJsonCheck(clause)))
  // Such servers know fewer functions and character sets.
  const isDistributedServer = isTrue(isDistributed)
  const comparesInUppercase = isTrue(isRegexpSlow) && !isDistributedServer
  const columns = described.map((row): SortableColumn => {
    const isJson = row.data_type === 'longtext' && checked.has(row.name)
    const column = columnSchema(isJson ? { ...row, data_type: 'checked json' } : row, {
      isRegexpSlow: comparesInUppercase,
      isView: engine === null,
      isMariadb,
    })
    const order = isDistributedServer
      ? column.order
      : orderInEveryPlan(column.order, row, isMariadb)
    return {
      column,
      sorted: withTypeCheck(order, column),
      bytes: sortedBytesOf(row),
      mayHaveEqualValues: mayHaveEqualMembers(row),
    }
  })
  const keys = uniqueKeys.map((row) => ({ ...row, isPrimary: isTrue(row.isPrimary) }))
  return {
    name,
    from: aliasedTable(quoteName(name, '`')),
    columns: columns.map(({ column, sorted }) => ({ ...column, order: sorted })),
    isTracked: isTrue(isTracked),
    // The first statement of a snapshot locks the table.
    ...(isTrue(isTracked) && { snapshotLock: '' }),
    trackingCheck: compile(builder.select(trackingCheck(builder, name))),
    isDistributed: isDistributedServer || engine?.toLowerCase() === 'ndbcluster',
    isReadByKeys: false,
    needsFreshPlan: false,
    mayChangeSession: engine === null,
    ...rowKeysOf(columns, { engine, uniqueKeys: keys }),
  }
}

/** The column whose values are JSON by the whole condition of a check constraint, if there is one. */
function columnOfJsonCheck(clause: string): string | undefined {
  return /^json_valid\(`((?:[^`]|``)*)`\)$/.exec(clause)?.[1]?.replaceAll('``', '`')
}

type CatalogueKey = Omit<UniqueKeyColumn, 'isPrimary'> & { readonly isPrimary: ServerNumber }
