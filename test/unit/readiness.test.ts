/** Readiness of a database with views that fail. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import Database from 'better-sqlite3'
import { openDatabase } from '../../src'

const folder = mkdtempSync(path.join(tmpdir(), 'tablequery-readiness-'))
afterAll(() => {
  rmSync(folder, { recursive: true })
})

it.each([
  [4, true],
  [5, false],
])('tries five tables: after %i that fail, a whole one makes it %s', async (failing, expected) => {
  const file = path.join(folder, `${failing}.db`)
  const db = new Database(file).exec('create table whole (id integer primary key)')
  for (let view = 1; view <= failing; view++)
    db.exec(`create view failing_${view} as select id from dropped`)
  db.close()
  const database = await openDatabase(file)
  expect(await database.isReady()).toBe(expected)
  await database.close()
})
