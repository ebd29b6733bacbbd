import { createConnection, type RowDataPacket } from 'mysql2/promise'
import type { FixtureStorage } from '../../../fixtures/fixture-storage'
import type { FixtureType } from '../../../fixtures/fixture-table'

export const fixtureStorage: FixtureStorage = {
  quote: (name) => `\`${name.replaceAll('`', '``')}\``,
  columnType,
  toStored: ({ kind }, value) =>
    kind === 'timestamptz' && typeof value === 'string' ? value.replace(/Z$/, '') : value,
  placeholder: () => '?',
  open: async (url) => {
    const connection = await createConnection(url.replace(/^mariadb:/, 'mysql:'))
    await connection.query(
      "set time_zone = '+00:00', foreign_key_checks = 0, sql_mode = 'STRICT_ALL_TABLES', autocommit = 1",
    )
    const [[server]] = await connection.query<RowDataPacket[]>('select version() as version')
    const collation = String(server?.['version']).includes('MariaDB')
      ? 'utf8mb4_nopad_bin'
      : 'utf8mb4_0900_bin'
    return {
      // Orders text by code point, as the other engines do; `utf8mb4_bin` ignores trailing spaces.
      tableOptions: `engine = InnoDB, character set utf8mb4, collate ${collation}`,
      run: async (sql, values = []) => {
        await connection.query(sql, [...values])
      },
      close: () => connection.end(),
    }
  },
}

function columnType(type: FixtureType): string {
  switch (type.kind) {
    case 'varchar':
      return `varchar(${type.length})`
    case 'text':
      return 'longtext'
    case 'decimal':
      return `decimal(${type.precision},${type.scale})`
    case 'enum':
      return `enum(${type.values.map((value) => `'${value}'`).join(', ')})`
    case 'binary':
      return 'longblob'
    case 'timestamp':
      return 'datetime(6)'
    case 'timestamptz':
      return 'timestamp(6)'
    case 'time':
      return 'time(6)'
    default:
      return type.kind
  }
}
