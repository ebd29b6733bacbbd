import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import Database from 'better-sqlite3'
import { openDatabase } from '../../src/database'

const folder = mkdtempSync(path.join(tmpdir(), 'tablequery-sqlite-'))
afterAll(() => {
  rmSync(folder, { recursive: true })
})

it('explains why it cannot use a file', async () => {
  const text = path.join(folder, 'text.db')
  writeFileSync(text, 'this is not a database, but long enough to be taken for one: '.repeat(40))
  await expect(openDatabase(text)).rejects.toThrow(`not a SQLite database: ${text}`)
  await expect(openDatabase(folder)).rejects.toThrow(`not a file: ${folder}`)
  await expect(openDatabase('sqlite:/nope.db')).rejects.toThrow('no such file: /nope.db')
})

it.each([
  ['sqlite:', ''],
  ['sqlite://', ''],
  ['', ''],
])('accepts a path after %j', async (prefix) => {
  const file = path.join(folder, 'a b?.db')
  new Database(file).exec('create table if not exists t (id)').close()
  const database = await openDatabase(prefix + file)
  expect(await database.tables.listTables()).toEqual(['t'])
  await database.close()
})
