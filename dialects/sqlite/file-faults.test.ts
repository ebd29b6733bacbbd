/** What happens to the file while it is served: requests fail in bounded time, and heal by themselves. */
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

/** Milliseconds: SQLite waits 5 s for a writer, and once more when the catalogue is looked at. */
const LONGEST = 12_000

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

const serve = (): Promise<TestApp> =>
  startTestApp(`sqlite:${file}`, { poolSize: 2, connectTimeout: 2000 })

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

const ask = async (path: string): Promise<[status: number, body: unknown, isSoon: boolean]> => {
  const began = Date.now()
  const { status, text } = await app.get(path)
  return [status, JSON.parse(text), Date.now() - began < LONGEST]
}
const SORTED = 'query?table=words&sort=word:asc&limit=1000&page=10'
const failed = [
  500,
  { error: 'DATABASE_ERROR', message: 'The database failed or is not reachable.' },
  true,
]
const page = `query?table=words&limit=100&page=${ROWS / 100}`
const answered = [200, expect.objectContaining({ pagination: expect.anything() as never }), true]

async function eachFails(): Promise<void> {
  for (const path of [page, 'query?table=words&sort=word:asc', 'query?table=words&filter=FF']) {
    expect(await ask(path)).toEqual(failed)
  }
}

it('a file that is deleted', async () => {
  expect(await ask(page)).toEqual(answered)
  rmSync(file)
  await eachFails()
  copyFileSync(copy, file)
  expect(await ask(page)).toEqual(answered)
})

it('a file that is replaced by something else', async () => {
  expect(await ask(page)).toEqual(answered)
  writeFileSync(`${file}.new`, 'no database '.repeat(1000))
  renameSync(`${file}.new`, file)
  await eachFails()
  copyFileSync(copy, file)
  expect(await ask(page)).toEqual(answered)
})

it('a file that is emptied, which to SQLite is a database without tables', async () => {
  expect(await ask(page)).toEqual(answered)
  writeFileSync(file, '')
  const { status, text } = await app.get(page)
  expect([404, 500]).toContain(status)
  expect(text).not.toContain(folder)
  copyFileSync(copy, file)
  app.age()
  expect(await ask(page)).toEqual(answered)
})

it('a file that is truncated', async () => {
  expect(await ask(page)).toEqual(answered)
  truncateSync(file, 40_960)
  await eachFails()
  copyFileSync(copy, file)
  expect(await ask(page)).toEqual(answered)
})

it('a file that is overwritten in part', async () => {
  await app.stop()
  // Behind the catalogue, which is in the first pages.
  const harm = ['if=/dev/urandom', `of=${file}`, 'bs=4096', 'seek=3', 'conv=notrunc', 'count=1000']
  await runCommand('dd', harm)
  app = await serve()
  await eachFails()
  copyFileSync(copy, file)
  expect(await ask(page)).toEqual(answered)
})

it('a file that a writer has to itself', async () => {
  expect(await ask(page)).toEqual(answered)
  const writer = new Database(file)
  writer.exec('begin exclusive')
  expect(await ask(page)).toEqual(failed)
  writer.exec('rollback')
  writer.close()
  expect(await ask(page)).toEqual(answered)
})

it('a file that a writer has to itself for a moment', async () => {
  const writer = new Database(file)
  writer.exec('begin exclusive')
  const asked = ask(page)
  setTimeout(() => {
    writer.exec('commit')
    writer.close()
  }, 1000)
  expect(await asked).toEqual(answered)
})

it('a disk without room for what a sort puts aside', async () => {
  await app.stop()
  // More than SQLite sorts in memory.
  writeWords(file, 1000)
  app = await serve()
  expect(await ask(page)).toEqual(answered)
  const readers = childrenOf(process.pid)
  const limits = readers.map((pid) => ['--pid', String(pid), '--fsize=4096'])
  await Promise.all(limits.map((args) => runCommand('prlimit', args)))
  expect(await ask(SORTED)).toEqual(failed)
  // Each reader that meets it is replaced by one without the limit.
  for (let times = 1; times < readers.length; times++) await ask(SORTED)
  expect(await ask(SORTED)).toEqual(answered)
})
