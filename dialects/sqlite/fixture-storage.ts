import Database from 'better-sqlite3'
import type { FixtureStorage } from '../../fixtures/fixture-storage'
import type { FixtureType } from '../../fixtures/fixture-table'

/** Types as people declare them; a cell keeps the type that it is stored with. */
export const fixtureStorage: FixtureStorage = {
  quote: (name) => `"${name.replaceAll('"', '""')}"`,
  columnType,
  toStored: (_type, value) => (typeof value === 'boolean' ? Number(value) : value),
  placeholder: () => '?',
  open: (url) => {
    const db = new Database(url.replace(/^sqlite:/, ''))
    // The file is new; if this process dies, it is thrown away.
    db.pragma('synchronous = off')
    db.pragma('journal_mode = memory')
    return Promise.resolve({
      tableOptions: '',
      run: (sql, values = []) => {
        db.prepare(sql).run(values)
        return Promise.resolve()
      },
      close: () => {
        db.close()
        return Promise.resolve()
      },
    })
  },
}

function columnType(type: FixtureType): string {
  switch (type.kind) {
    case 'varchar':
      return `VARCHAR(${type.length})`
    case 'decimal':
      return `DECIMAL(${type.precision},${type.scale})`
    case 'enum':
      return 'TEXT'
    case 'binary':
      return 'BLOB'
    case 'json':
      return 'JSON'
    default:
      return type.kind.toUpperCase()
  }
}
