/** Readiness of a database with tables that cannot be read. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import Database from 'better-sqlite3'
import { openDatabase } from '../../src'
import { createReadiness } from '../../src/core/readiness'
import { OverloadedError } from '../../src/dialect/sessions/session-errors'
import { recordedConnection } from '../support/recorded-connection'
import { tableSchema } from '../support/table-schema'

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

describe('a check of readiness', () => {
  const file = path.join(folder, 'tried.db')
  const NAMES = ['a', 'b', 'c', 'd', 'e', 'f', 'g']

  /** @param failure of each table @returns the tables that the checks try, with the first one whole in the first */
  const triedBy = async (checks: number, failure: Error): Promise<string[]> => {
    new Database(file).exec('create table if not exists whole (id integer)').close()
    const connection = recordedConnection(`sqlite:${file}`)
    const tried: string[] = []
    let isFirst = checks > 1
    const isReady = createReadiness(connection, {
      listTables: () => Promise.resolve(NAMES),
      schemaOf: (name) => {
        tried.push(name)
        return isFirst ? Promise.resolve(tableSchema({ from: 'whole' })) : Promise.reject(failure)
      },
    })
    try {
      for (let check = 0; check < checks; check++) {
        tried.length = 0
        await isReady()
        isFirst = false
      }
    } finally {
      await connection.close()
    }
    return tried
  }

  it('tries the table that was read last, and four others', async () => {
    expect(await triedBy(2, new Error('damaged'))).toEqual(['a', 'b', 'c', 'd', 'e'])
  })

  it('tries no other table after a failure of the whole database', async () => {
    expect(await triedBy(1, new OverloadedError('the queue is full'))).toEqual(['a'])
  })
})
