import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import Database from 'better-sqlite3'
import { FileConnection } from './file-connection'

const folder = mkdtempSync(path.join(tmpdir(), 'tablequery-file-'))
const filename = path.join(folder, 'empty.db')
new Database(filename).exec('create table t (i)').close()
afterAll(() => {
  rmSync(folder, { recursive: true })
})

it('closes its file after many statements, which frees them; reader-memory.stress.ts measures that', () => {
  const connection = new FileConnection(filename, 0)
  const run = (number: number): void => {
    const sql = `select ${number} as ${'x'.repeat(49_990)}`
    const statement = { sql, bindings: [], asCells: true }
    expect([...connection.rows(statement, 'contents')]).toHaveLength(1)
    connection.closeFileOfMany()
  }
  // A repeated statement is prepared once, and the tenth has more than half a million characters with those before it.
  for (const number of [0, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8]) {
    run(number)
    expect(connection.contents).toBe('contents')
  }
  run(9)
  expect(connection.contents).toBeUndefined()
  run(0)
  expect(connection.openings).toBe(2)
  connection.close()
})
