import { mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import Database from 'better-sqlite3'
import { openDatabase } from '../../src/database'
import { ChangeMonitor } from './change-monitor'

const folder = mkdtempSync(path.join(tmpdir(), 'tablequery-changes-'))
afterAll(() => {
  rmSync(folder, { recursive: true })
})

function newFile(name: string, journal: string, rows = 1): Database.Database {
  const db = new Database(path.join(folder, name))
  db.pragma(`journal_mode = ${journal}`)
  db.exec('create table t (id integer primary key)')
  for (let row = 0; row < rows; row++) db.exec('insert into t default values')
  return db
}

describe.each(['delete', 'wal', 'truncate'])('in journal mode %s', (journal) => {
  it('tells of each commit and of nothing else', () => {
    const db = newFile(`${journal}.db`, journal)
    const monitor = new ChangeMonitor(db.name)
    const before = monitor.version()
    expect(before).toBeDefined()
    expect(monitor.version()).toBe(before)
    db.exec('begin; insert into t default values; rollback')
    expect(monitor.version()).toBe(before)
    db.exec('insert into t default values')
    const after = monitor.version()
    expect(after).not.toBe(before)
    expect(monitor.version()).toBe(after)
    db.pragma('wal_checkpoint(truncate)')
    db.exec('vacuum')
    expect(monitor.version()).toBeDefined()
    monitor.close()
    db.close()
  })
})

it('says nothing while a writer has the file to itself, and does not wait for it', () => {
  const db = newFile('locked.db', 'delete')
  const monitor = new ChangeMonitor(db.name)
  db.exec('begin exclusive; insert into t default values')
  const began = performance.now()
  expect(monitor.version()).toBeUndefined()
  expect(performance.now() - began).toBeLessThan(500)
  db.exec('commit')
  expect(monitor.version()).toBeDefined()
  monitor.close()
  db.close()
})

it('follows a file that was put in the place of the one before', async () => {
  const first = newFile('served.db', 'delete', 3)
  const second = newFile('next.db', 'delete', 5)
  first.close()
  second.close()
  const served = path.join(folder, 'served.db')
  const database = await openDatabase(served)
  const total = async (): Promise<number> =>
    (await database.tables.query({ table: 't', page: 1, limit: 1, filter: '', sort: [] }))
      .pagination.total
  try {
    expect([await total(), await total()]).toEqual([3, 3])
    renameSync(path.join(folder, 'next.db'), served)
    expect([await total(), await total()]).toEqual([5, 5])
  } finally {
    await database.close()
  }
})
