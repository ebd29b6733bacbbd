/**
 * Faults of the database file while it is served: requests fail in limited time, and succeed after the repair.
 * `file-faults.stress.ts` has a file of another format, overwritten pages, and no space for a sort.
 *
 * @long
 */
import { renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import Database from 'better-sqlite3'
import { failed, faultyFile, PAGE, succeeded } from '../../test/engines/sqlite/faulty-file'

const served = faultyFile()
const { folder, file, outcomeOf, eachFails, repair } = served

it('reports a file that is deleted', async () => {
  expect(await outcomeOf(PAGE)).toEqual(succeeded)
  rmSync(file)
  await eachFails()
  repair()
  expect(await outcomeOf(PAGE)).toEqual(succeeded)
})

it('reports an index that has entries of rows that its table lacks', async () => {
  const damaged = new Database(`${file}.new`)
  damaged.exec(
    `create table words (id integer primary key, length int, word text);
     create index words_length on words (length);
     create table others (length int);
     create index others_length on others (length);
     with recursive n(i) as (select 1 union all select i + 1 from n where i < 25)
     insert into others select i from n;
     insert into words select length, length, hex(zeroblob(200)) from others limit 10`,
  )
  damaged.unsafeMode()
  damaged.pragma('writable_schema = on')
  // SQLite counts the entries of the smallest index.
  damaged.exec(
    `update sqlite_schema set rootpage =
       (select rootpage from sqlite_schema where name = 'others_length') where name = 'words_length'`,
  )
  damaged.close()
  renameSync(`${file}.new`, file)
  expect(await outcomeOf('query?table=words&limit=10&page=2')).toEqual(failed)
  expect(served.app.errors.map((error) => String((error as Error).cause))).toEqual([
    expect.stringContaining('index may be damaged'),
  ])
})

it('reports a file that is emptied, which SQLite reads as a database without tables', async () => {
  expect(await outcomeOf(PAGE)).toEqual(succeeded)
  // With a description and a list that are cached, and without.
  for (const isCached of [true, false]) {
    if (!isCached) served.app.expireCaches()
    writeFileSync(file, '')
    const { status, text } = await served.app.get(PAGE)
    expect([404, 500]).toContain(status)
    expect(text).not.toContain(folder)
    repair()
    expect(await outcomeOf(PAGE)).toEqual(succeeded)
  }
})

it('reports a file that is truncated', async () => {
  expect(await outcomeOf(PAGE)).toEqual(succeeded)
  truncateSync(file, 40_960)
  await eachFails()
  repair()
  expect(await outcomeOf(PAGE)).toEqual(succeeded)
})

it('reports an exclusive lock that lasts', async () => {
  expect(await outcomeOf(PAGE)).toEqual(succeeded)
  const writer = new Database(file)
  writer.exec('begin exclusive')
  expect(await outcomeOf(PAGE)).toEqual(failed)
  writer.exec('rollback')
  writer.close()
  expect(await outcomeOf(PAGE)).toEqual(succeeded)
})

it('waits for an exclusive lock that is released', async () => {
  // A busy machine may need longer than the lock lasts to start a reader process.
  await served.serveAgain(() => undefined, 10_000)
  expect(await outcomeOf(PAGE)).toEqual(succeeded)
  const writer = new Database(file)
  writer.exec('begin exclusive')
  const outcome = outcomeOf(PAGE)
  setTimeout(() => {
    writer.exec('commit')
    writer.close()
  }, 1000)
  expect(await outcome).toEqual(succeeded)
})
