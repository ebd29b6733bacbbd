/** Gives the servers of the tests, whose settings are unusual on purpose, the settings of a usual server. */
import type { FixtureWriter } from '../../fixtures/fixture-storage'

/** A user of MySQL and MariaDB, and its password: not every server can connect without one. */
const READER = 'reader'

const MYSQL = [
  ...['sql_mode', 'time_zone', 'autocommit', 'sql_select_limit', 'max_sort_length'].map(
    (name) => `set global ${name} = default`,
  ),
  // The default, 128 MiB, is less than the table.
  'set global innodb_buffer_pool_size = 1073741824',
  `create user ${READER}@'%' identified by '${READER}'`,
  `grant select on bench.* to ${READER}@'%'`,
]

const MARIADB = [...MYSQL, 'set global query_cache_type = default']

const POSTGRES = Object.entries({
  timezone: 'UTC',
  datestyle: 'ISO, MDY',
  intervalstyle: 'postgres',
  bytea_output: 'hex',
  extra_float_digits: '1',
  standard_conforming_strings: 'on',
  transform_null_equals: 'off',
  client_encoding: 'UTF8',
}).map(([name, value]) => `alter database bench set ${name} to '${value}'`)

const BEFORE: Readonly<Record<string, readonly string[]>> = {
  postgres: POSTGRES,
  mysql: MYSQL,
  mariadb: MARIADB,
}

/** What the servers do on their own after some time. */
const AFTER: Readonly<Record<string, readonly string[]>> = {
  postgres: ['vacuum (analyze) bench'],
  mysql: ['analyze table bench'],
  mariadb: ['analyze table bench'],
}

export async function setUsually(writer: FixtureWriter, engine: string): Promise<void> {
  for (const statement of BEFORE[engine] ?? []) await writer.run(statement)
}

export async function maintain(writer: FixtureWriter, engine: string): Promise<void> {
  for (const statement of AFTER[engine] ?? []) await writer.run(statement)
}

/** The URL by which the compared servers connect. */
export function readerUrl(url: string): string {
  return url.replace(/^(mysql|mariadb):\/\/root@/, `$1://${READER}:${READER}@`)
}
