/** Short reads of a file that changes, is locked or is on a slow disk. */
import { copyFileSync, renameSync } from 'node:fs'
import path from 'node:path'
import Database from 'better-sqlite3'
import { ShortReadsFile } from '../../test/engines/sqlite/short-reads-file'

let file: ShortReadsFile
beforeEach(async () => {
  file = await ShortReadsFile.create()
})
afterEach(() => {
  file.close()
})

it('leaves a statement to a reader process if the file is replaced by one with the same version but without the index', async () => {
  const asked = file.statement('select * from things as t order by name, id limit 10')
  expect(await file.readAgain(asked)).toHaveLength(10)
  const other = path.join(file.folder, 'other.db')
  file.writer.exec(`vacuum into '${other}'`)
  const replacing = new Database(other)
  replacing.exec('drop index things_name')
  replacing.pragma(`schema_version = ${file.schemaNumber().schema_version}`)
  replacing.close()
  renameSync(other, file.writer.name)
  expect(file.reads.read(asked)).toBeUndefined()
  await file.settled()
  expect(file.reads.read(asked)).toBeUndefined()
})

it('follows the indexes that another connection drops and makes in the write-ahead log', async () => {
  file.writer.pragma('journal_mode = wal')
  // Makes the log: from now on, the file itself does not change.
  file.writer.exec('delete from things where id = 1')
  await file.settled()
  const read = async (): Promise<number | undefined> => {
    const asked = file.statement('select * from things as t order by name, id limit 10')
    return (await file.readAgain(asked))?.length
  }
  expect(await read()).toBe(10)
  const { contents } = file.connection
  file.writer.exec('drop index things_name')
  expect([await read(), await read()]).toEqual([undefined, undefined])
  file.writer.exec('create index things_by_name on things (name)')
  expect(await read()).toBe(10)
  expect(file.connection.contents).toBe(contents)
})

it('leaves a statement to a reader process if the file is overwritten during the read', async () => {
  const asked = file.statement('select name from things as t order by id limit 1')
  const copy = path.join(file.folder, 'copy.db')
  copyFileSync(file.writer.name, copy)
  expect(await file.readAgain(asked)).toEqual([[null, 'n1']])
  const changed = new Database(copy)
  changed.exec("update things set name = 'n9' where id = 1")
  changed.close()
  file.onRead = () => {
    copyFileSync(copy, file.writer.name)
  }
  expect(file.reads.read(asked)).toBeUndefined()
  file.onRead = undefined
  expect(file.versions).toHaveLength(1)
  await file.settled()
  expect(file.reads.read(asked)).toEqual([[null, 'n9']])
  expect(new Set(file.versions).size).toBe(2)
})

it('reads rows that another connection has written, once its write is settled', async () => {
  const asked = file.statement('select name from things as t order by id limit 1')
  expect(await file.readAgain(asked)).toEqual([[null, 'n1']])
  file.writer.exec("update things set name = 'new' where id = 1")
  expect(file.reads.read(asked)).toBeUndefined()
  await file.settled()
  expect(file.reads.read(asked)).toEqual([[null, 'new']])
})

it('knows the version of the data that a statement has read', async () => {
  file.writer.pragma('journal_mode = wal')
  // A read creates the write-ahead log, which is a part of the state of the file.
  file.version()
  await file.settled()
  const asked = file.statement('select name from things as t order by id limit 1')
  expect(await file.readAgain(asked)).toHaveLength(1)
  expect(file.reads.read(asked)).toHaveLength(1)
  file.writer.exec("begin; update things set name = 'none'; rollback")
  expect(file.reads.read(asked)).toHaveLength(1)
  expect(new Set(file.versions).size).toBe(1)
  for (const name of ['first', 'second']) {
    file.writer.exec(`update things set name = '${name}' where id = 1`)
    expect(file.reads.read(asked)).toEqual([[null, name]])
    expect(file.reads.read(asked)).toEqual([[null, name]])
  }
  expect(file.versions).toHaveLength(7)
  expect(new Set(file.versions).size).toBe(3)
})

it('leaves a statement to a reader process after its index is dropped', async () => {
  const asked = file.statement('select * from things as t order by name, id limit 10')
  expect(await file.readAgain(asked)).toHaveLength(10)
  file.writer.exec('drop index things_name')
  await file.noticeWrite(asked)
  expect(file.reads.read(asked)).toBeUndefined()
  expect(await file.readAgain({ ...asked, schemaVersion: file.version() })).toBeUndefined()
})

it('does not wait for a lock', async () => {
  const asked = file.statement('select * from things as t order by id limit 10')
  expect(await file.readAgain(asked)).toHaveLength(10)
  file.writer.exec('begin exclusive')
  expect(file.reads.read(asked)).toBeUndefined()
  file.writer.exec('rollback')
  expect(file.reads.read(asked)).toHaveLength(10)
})

it('pauses after slow reads that wait for the disk, in proportion to their duration', async () => {
  const asked = file.statement('select * from things as t order by id limit 10')
  expect(await file.readAgain(asked)).toHaveLength(10)
  file.duration = 20
  file.isWaiting = true
  expect(file.reads.read(asked)).toHaveLength(10)
  expect(file.reads.read(asked)).toHaveLength(10)
  file.duration = 0
  expect(file.reads.read(asked)).toBeUndefined()
  file.time += 1900
  expect(file.reads.read(asked)).toBeUndefined()
  file.time += 200
  expect(file.reads.read(asked)).toHaveLength(10)
})

it('reads nothing after it is closed', async () => {
  const asked = file.statement('select * from things as t order by id limit 10')
  expect(await file.readAgain(asked)).toHaveLength(10)
  file.connection.close()
  expect(file.reads.read(asked)).toBeUndefined()
})
