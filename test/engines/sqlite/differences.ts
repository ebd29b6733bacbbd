import { openSync, closeSync, statSync, writeSync } from 'node:fs'
import Database from 'better-sqlite3'
import type { DialectForTests } from '../../support/dialect-for-tests'
import type { Differences, TypeNames } from '../../support/expected-json'

export const differences: Differences = {
  decimal: {
    reason: 'SQLite has no decimals: NUMERIC affinity stores the nearest integer or float',
    json: (value) => String(Number(value)),
  },
  json: {
    reason: 'SQLite has no JSON type: the cell holds text',
    json: (value) => JSON.stringify(/^-?\d+$/.test(String(value)) ? Number(value) : value),
  },
}

export const typeNames: TypeNames = () => ({
  integer: 'INTEGER',
  text: 'TEXT',
  varchar: 'VARCHAR(60)',
})

/** Fails for the rows of `people`, and only when a statement computes it. */
export const failingExpression = 'json(name)'

export const systemName: DialectForTests['systemName'] = () => 'sqlite'

/** A writer waits for readers, so a snapshot is only that of one statement. */
export const hasSnapshots = false

export const readsNullsApart = false

/** A file has one storage engine. */
export const checksBeforeCaching = false

export const writes: DialectForTests['writes'] = (url) => {
  const { size, mtimeNs } = statSync(url.replace(/^sqlite:/, ''), { bigint: true })
  return Promise.resolve(`${size} ${mtimeNs}`)
}

/** The rowid. */
export const keylessOrder: DialectForTests['keylessOrder'] = 'insertion'

/** Overwrites the root page of the table. */
export const makeUnreadable: DialectForTests['makeUnreadable'] = (url) => {
  const file = url.replace(/^sqlite:/, '')
  const database = new Database(file)
  const root = database.prepare("select rootpage from sqlite_schema where name = 'people'").pluck()
  const page = Number(root.get())
  const size = Number(database.pragma('page_size', { simple: true }))
  database.close()
  const descriptor = openSync(file, 'r+')
  writeSync(descriptor, Buffer.alloc(size, 0xff), 0, size, (page - 1) * size)
  closeSync(descriptor)
  return Promise.resolve()
}
