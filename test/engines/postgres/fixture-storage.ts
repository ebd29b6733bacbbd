import { Client } from 'pg'
import type { FixtureStorage } from '../../../fixtures/fixture-storage'
import type { FixtureType } from '../../../fixtures/fixture-table'

export const fixtureStorage: FixtureStorage = {
  quote: (name) => `"${name.replaceAll('"', '""')}"`,
  columnType,
  toStored: (_type, value) => value,
  placeholder: (position) => `$${position}`,
  open: async (url) => {
    const client = new Client({ connectionString: url })
    await client.connect()
    // Times of the fixture without a zone are in UTC.
    await client.query("set time zone 'UTC'; set standard_conforming_strings = on")
    return {
      tableOptions: '',
      run: async (sql, values = []) => {
        await client.query(sql, [...values])
      },
      close: () => client.end(),
    }
  },
}

/** Orders text by code point, as the other engines do. */
function columnType(type: FixtureType): string {
  switch (type.kind) {
    case 'varchar':
      return `varchar(${type.length}) collate "C"`
    case 'text':
      return 'text collate "C"'
    case 'decimal':
      return `numeric(${type.precision},${type.scale})`
    case 'enum':
      return `varchar(${Math.max(...type.values.map((value) => value.length))}) collate "C"`
    case 'double':
      return 'double precision'
    case 'binary':
      return 'bytea'
    case 'json':
      return 'jsonb'
    default:
      return type.kind
  }
}
