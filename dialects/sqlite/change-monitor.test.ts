import {
  closeSync,
  copyFileSync,
  mkdtempSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { openDatabase } from '../../src/database/database'
import { ChangeMonitor } from './change-monitor'
import { FileConnection } from './file-connection'
import { fileState } from './file-state'

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

const opened: FileConnection[] = []
afterEach(() => {
  for (const connection of opened.splice(0)) connection.close()
})

function monitorOf(filename: string, now?: () => number): ChangeMonitor {
  const connection = new FileConnection(filename, 0)
  opened.push(connection)
  return new ChangeMonitor(connection, now)
}

/** Waits until the last write is old enough that the next one is detectable. @returns the version */
async function settledVersion(monitor: ChangeMonitor): Promise<string> {
  for (let attempt = 0; attempt < 200; attempt++) {
    const version = monitor.version()
    if (version !== undefined) return version
    await delay(5)
  }
  throw new Error('the file does not settle')
}

it('repeats its last version for 10 milliseconds', async () => {
  let time = 0
  const db = newFile('recent.db', 'wal')
  const monitor = monitorOf(db.name, () => time)
  const version = await settledVersion(monitor)
  time += 9
  db.exec('insert into t default values')
  expect(monitor.recentVersion()).toBe(version)
  time += 1
  const next = monitor.recentVersion()
  expect(next).not.toBe(version)
  monitor.record('that of a statement')
  expect(monitor.recentVersion()).toBe('that of a statement')
  expect(monitor.version()).toBe(next)
  db.close()
})

it('does not open the file again after it is closed', async () => {
  const db = newFile('closed.db', 'wal')
  const connection = new FileConnection(db.name, 0)
  const monitor = new ChangeMonitor(connection)
  await settledVersion(monitor)
  connection.close()
  expect(monitor.version()).toBeUndefined()
  db.close()
})

describe.each(['delete', 'wal', 'truncate'])('in journal mode %s', (journal) => {
  it('has a new version after each commit, but not after a rollback', async () => {
    const db = newFile(`${journal}.db`, journal)
    const monitor = monitorOf(db.name)
    const before = await settledVersion(monitor)
    expect(monitor.version()).toBe(before)
    db.exec('begin; insert into t default values; rollback')
    expect(monitor.version()).toBe(before)
    db.exec('insert into t default values')
    expect(monitor.version()).not.toBe(before)
    const after = await settledVersion(monitor)
    expect(after).not.toBe(before)
    expect(monitor.version()).toBe(after)
    db.pragma('wal_checkpoint(truncate)')
    db.exec('vacuum')
    expect(await settledVersion(monitor)).toBeDefined()
    db.close()
  })

  it('has a new version after a copy over the file with the same change counter', async () => {
    const [first, second] = [`${journal}-first.db`, `${journal}-second.db`].map((name) => {
      const db = newFile(name, journal)
      db.exec(`update t set id = ${name.includes('first') ? 1 : 2}`)
      db.close()
      return db.name
    }) as [string, string]
    const [before, after] = [readFileSync(first), readFileSync(second)]
    expect(after).toHaveLength(before.length)
    expect(changeCounter(after)).toBe(changeCounter(before))
    const monitor = monitorOf(first)
    const version = await settledVersion(monitor)
    copyFileSync(second, first)
    expect(monitor.version()).not.toBe(version)
    const next = await settledVersion(monitor)
    expect(next).not.toBe(version)
    // Two writes of the same length within one step of the kernel's clock.
    const versions = [before, after].map((bytes) => {
      const file = openSync(first, 'r+')
      writeSync(file, bytes)
      closeSync(file)
      return monitor.version()
    })
    expect(versions).toEqual([undefined, undefined])
  })
})

/** https://www.sqlite.org/fileformat2.html#file_change_counter */
function changeCounter(file: Buffer): number {
  return file.readUInt32BE(24)
}

it('has no version during an exclusive lock, and does not wait for it', async () => {
  const db = newFile('locked.db', 'delete')
  const monitor = monitorOf(db.name)
  // Now only the lock can be the reason for a missing version.
  while (fileState(db.name)?.isSettled !== true) await delay(5)
  db.exec('begin exclusive; insert into t default values')
  expect(fileState(db.name)?.isSettled).toBe(true)
  const began = performance.now()
  expect(monitor.version()).toBeUndefined()
  expect(performance.now() - began).toBeLessThan(500)
  db.exec('commit')
  expect(await settledVersion(monitor)).toBeDefined()
  db.close()
})

it('detects a file that replaces the served one', async () => {
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

it('has no version after the clock was set back, until it has passed the time of the last write', async () => {
  const db = newFile('clock.db', 'delete')
  const monitor = monitorOf(db.name)
  const version = await settledVersion(monitor)
  const now = Date.now()
  const clock = jest.spyOn(Date, 'now').mockReturnValue(now - 60_000)
  try {
    // A write could get the time of the last one.
    expect(monitor.version()).toBeUndefined()
    clock.mockReturnValue(now + 60_000)
    expect(monitor.version()).toBe(version)
  } finally {
    clock.mockRestore()
  }
  db.close()
})
