/**
 * Faults of the database file while it is served: requests fail in limited time, and succeed after the repair.
 *
 * @long
 */
import { copyFileSync, mkdtempSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import Database from 'better-sqlite3'
import { childrenOf } from '../../test/support/process-family'
import { runCommand } from '../../test/support/run-command'
import { startTestApp, type TestApp } from '../../test/support/test-app'

const folder = mkdtempSync(path.join(tmpdir(), 'tablequery-faults-'))
const file = path.join(folder, 'served.db')
const copy = path.join(folder, 'copy.db')
const ROWS = 20_000

/** In milliseconds. SQLite waits 5 s for a lock, once for the statement and once for the catalogue. */
const MAX_DURATION = 12_000

function writeWords(to: string, bytes: number): void {
  rmSync(to, { force: true })
  new Database(to)
    .exec(
      `create table words (id integer primary key, word text);
       with recursive n(i) as (select 1 union all select i + 1 from n where i < ${ROWS})
       insert into words select i, 'word ' || hex(randomblob(${bytes})) from n`,
    )
    .close()
}

const serve = (connectTimeout = 2000): Promise<TestApp> =>
  startTestApp(`sqlite:${file}`, { poolSize: 2, connectTimeout })

let app: TestApp
beforeAll(() => {
  writeWords(copy, 100)
})
beforeEach(async () => {
  copyFileSync(copy, file)
  app = await serve()
})
afterEach(() => app.stop())
afterAll(() => {
  rmSync(folder, { recursive: true })
})

type Outcome = [status: number, body: unknown, isInTime: boolean]

const outcomeOf = async (path: string): Promise<Outcome> => {
  const began = Date.now()
  const { status, text } = await app.get(path)
  return [status, JSON.parse(text), Date.now() - began < MAX_DURATION]
}
const SORTED = 'query?table=words&sort=word:asc&limit=1000&page=10'
const failed = [
  500,
  { error: 'DATABASE_ERROR', message: 'The database failed or is not reachable.' },
  true,
]
const page = `query?table=words&limit=100&page=${ROWS / 100}`
const succeeded = [200, expect.objectContaining({ pagination: expect.anything() as never }), true]

async function eachFails(): Promise<void> {
  for (const path of [page, 'query?table=words&sort=word:asc', 'query?table=words&filter=FF']) {
    expect(await outcomeOf(path)).toEqual(failed)
  }
}

it('reports a file that is deleted', async () => {
  expect(await outcomeOf(page)).toEqual(succeeded)
  rmSync(file)
  await eachFails()
  copyFileSync(copy, file)
  expect(await outcomeOf(page)).toEqual(succeeded)
})

it('reports a file that is replaced by one of another format', async () => {
  expect(await outcomeOf(page)).toEqual(succeeded)
  writeFileSync(`${file}.new`, 'no database '.repeat(1000))
  renameSync(`${file}.new`, file)
  await eachFails()
  copyFileSync(copy, file)
  expect(await outcomeOf(page)).toEqual(succeeded)
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
  expect(app.errors.map((error) => String((error as Error).cause))).toEqual([
    expect.stringContaining('index may be damaged'),
  ])
})

it('reports a file that is emptied, which SQLite reads as a database without tables', async () => {
  expect(await outcomeOf(page)).toEqual(succeeded)
  // With a description and a list that are cached, and without.
  for (const isCached of [true, false]) {
    if (!isCached) app.expireCaches()
    writeFileSync(file, '')
    const { status, text } = await app.get(page)
    expect([404, 500]).toContain(status)
    expect(text).not.toContain(folder)
    copyFileSync(copy, file)
    expect(await outcomeOf(page)).toEqual(succeeded)
  }
})

it('reports a file that is truncated', async () => {
  expect(await outcomeOf(page)).toEqual(succeeded)
  truncateSync(file, 40_960)
  await eachFails()
  copyFileSync(copy, file)
  expect(await outcomeOf(page)).toEqual(succeeded)
})

it('reports a file that is partly overwritten', async () => {
  await app.stop()
  // The catalogue is in the first pages, which are not overwritten.
  const damage = [
    'if=/dev/urandom',
    `of=${file}`,
    'bs=4096',
    'seek=3',
    'conv=notrunc',
    'count=1000',
  ]
  await runCommand('dd', damage)
  app = await serve()
  await eachFails()
  copyFileSync(copy, file)
  expect(await outcomeOf(page)).toEqual(succeeded)
})

it('reports an exclusive lock that lasts', async () => {
  expect(await outcomeOf(page)).toEqual(succeeded)
  const writer = new Database(file)
  writer.exec('begin exclusive')
  expect(await outcomeOf(page)).toEqual(failed)
  writer.exec('rollback')
  writer.close()
  expect(await outcomeOf(page)).toEqual(succeeded)
})

it('waits for an exclusive lock that is released', async () => {
  await app.stop()
  // A busy machine may need longer than the lock lasts to start a reader process.
  app = await serve(10_000)
  expect(await outcomeOf(page)).toEqual(succeeded)
  const writer = new Database(file)
  writer.exec('begin exclusive')
  const outcome = outcomeOf(page)
  setTimeout(() => {
    writer.exec('commit')
    writer.close()
  }, 1000)
  expect(await outcome).toEqual(succeeded)
})

it('reports a lack of disk space for the temporary files of a sort', async () => {
  await app.stop()
  // More than SQLite sorts in memory.
  writeWords(file, 1000)
  app = await serve()
  expect(await outcomeOf(page)).toEqual(succeeded)
  const readers = childrenOf(process.pid)
  const limits = readers.map((pid) => ['--pid', String(pid), '--fsize=4096'])
  await Promise.all(limits.map((args) => runCommand('prlimit', args)))
  expect(await outcomeOf(SORTED)).toEqual(failed)
  // The pool replaces each reader that reaches the limit by one without it.
  for (let times = 1; times < readers.length; times++) await outcomeOf(SORTED)
  expect(await outcomeOf(SORTED)).toEqual(succeeded)
})
