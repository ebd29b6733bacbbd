import { createConnection, type RowDataPacket } from 'mysql2/promise'
import { columnDefinition } from '../../../fixtures/load-fixture'
import type { DialectForTests } from '../../support/dialect-for-tests'
import type { Differences, TypeNames } from '../../support/expected-json'
import { fixtureStorage } from './fixture-storage'

/** None: all stored values are returned by the general rules. */
export const differences: Differences = {}

/** MariaDB prints the display width of an integer. */
export const typeNames: TypeNames = (engine) => ({
  integer: engine === 'mariadb' ? 'int(11)' : 'int',
  text: 'longtext',
  varchar: 'varchar(60)',
})

/** Fails for the rows of `people`, and only when a statement computes it. */
export const failingExpression = '(select p.id from people p)'

export const sleepingView = 'create view slow as select id from people where sleep(36000) = 0'

/** MySQL and MariaDB have a value each. */
export const systemName: DialectForTests['systemName'] = (engine) => engine

export const hasSnapshots = true

export const readsNullsApart = false

/** Another program may give a table a storage engine without counters. */
export const checksBeforeCaching = true

export const sessionId = 'select connection_id()'

/** Each server has some of these counters; every change of its InnoDB tables moves one. */
const COUNTERS = [
  ...['Innodb_lsn_current', 'Innodb_log_write_requests', 'Innodb_os_log_written'],
  ...['Innodb_rows_inserted', 'Innodb_rows_updated', 'Innodb_rows_deleted'],
  ...['Innodb_system_rows_inserted', 'Innodb_system_rows_updated', 'Innodb_system_rows_deleted'],
]

async function readCounters(url: string, names: readonly string[]): Promise<string> {
  const connection = await createConnection(url.replace(/^mariadb:/, 'mysql:'))
  try {
    const [rows] = await connection.query('show global status where variable_name in (?)', [names])
    return JSON.stringify(rows)
  } finally {
    await connection.end()
  }
}

export const writes: DialectForTests['writes'] = (url) => readCounters(url, COUNTERS)

export const pageWrites: DialectForTests['pageWrites'] = (url) =>
  readCounters(url, [...COUNTERS, 'Innodb_pages_written'])

export const keylessOrder: DialectForTests['keylessOrder'] = 'values'

/** Discards the table's data file. https://dev.mysql.com/doc/refman/en/alter-table.html */
export const makeUnreadable: DialectForTests['makeUnreadable'] = async (url) => {
  const connection = await createConnection(url.replace(/^mariadb:/, 'mysql:'))
  await connection.query('alter table people discard tablespace')
  await connection.end()
}

export const retyping: DialectForTests['retyping'] = (column) =>
  `modify column ${columnDefinition(column, fixtureStorage)}`

/**
 * Whether the server is MySQL 9 or newer, which has the type `vector`, and executes the comments that begin with
 * `/*!90000`. MariaDB has vectors of its own. https://dev.mysql.com/doc/relnotes/mysql/9.0/en/news-9-0-0.html
 */
export async function hasMysqlVectors(url: URL): Promise<boolean> {
  const connection = await createConnection(url.href.replace(/^mariadb:/, 'mysql:'))
  try {
    const [[row]] = await connection.query<RowDataPacket[]>('select version() as version')
    const version = String(row?.['version'])
    return !version.includes('MariaDB') && Number.parseInt(version, 10) >= 9
  } finally {
    await connection.end()
  }
}
