/** A database file that another program overwrites in place: the next response has the new data. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  copyFileSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { effort } from '../../test/support/effort'
import { startTestApp, type TestApp } from '../../test/support/test-app'
import { waitUntil } from '../../test/support/wait-until'
import { fileState, settledContents } from './file-state'

const ROWS = 500
const folder = mkdtempSync(path.join(tmpdir(), 'tablequery-copied-'))
const served = path.join(folder, 'served.db')

afterAll(() => {
  rmSync(folder, { recursive: true })
})

/** Writes a database. All files have the same length and change counter, like those of a nightly export. */
function writeFile(name: string, journal: string, word: string, rows: number): string {
  const file = path.join(folder, name)
  const db = new Database(file)
  db.pragma(`journal_mode = ${journal}`)
  db.exec('create table words (id integer primary key, word text)')
  db.exec(
    `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${rows})
     insert into words select i, '${word}' from n`,
  )
  db.close()
  return file
}

describe.each(['delete', 'wal'])('in journal mode %s', (journal) => {
  let app: TestApp
  let [old, current] = ['', '']
  beforeAll(async () => {
    old = writeFile(`old-${journal}.db`, journal, 'old', ROWS)
    current = writeFile(`current-${journal}.db`, journal, 'new', ROWS - 1)
    copyFileSync(old, served)
    app = await startTestApp(`sqlite:${served}`, { poolSize: 2 })
  })
  afterAll(() => app.stop())

  const words = async (page: number): Promise<unknown[]> => {
    const { text } = await app.get(`query?table=words&limit=1&page=${page}&columns=word`)
    const { data, pagination } = JSON.parse(text) as {
      data: [{ word: string }]
      pagination: { total: number }
    }
    return [data[0].word, pagination.total]
  }

  /** Waits until a response has an ETag: the last write must be some milliseconds old. */
  const tagOf = async (path: string): Promise<string> => {
    for (let attempt = 0; attempt < 100; attempt++) {
      const { headers } = await app.get(path)
      if (headers.etag !== undefined) return headers.etag
      await delay(10)
    }
    throw new Error('no tag')
  }

  it('responds with the new rows and the new total, not with 304', async () => {
    const header = (file: string): Buffer => readFileSync(file).subarray(24, 32)
    expect(header(current)).toEqual(header(old))
    expect(statSync(current).size).toBe(statSync(old).size)
    const path = 'query?table=words&limit=2'
    const tag = await tagOf(path)
    const ifNoneMatch = { headers: { 'If-None-Match': tag } }
    expect((await app.get(path, ifNoneMatch)).status).toBe(304)
    // Concurrent requests, so that every reader caches pages of the file.
    const before = await Promise.all([1, 100, 200, 300].map(words))
    expect(before).toEqual(Array(4).fill(['old', ROWS]))
    const { ino } = statSync(served)
    copyFileSync(current, served)
    expect(statSync(served).ino).toBe(ino)
    const after = await Promise.all([1, 100, 200, 300].map(words))
    expect(after).toEqual(Array(4).fill(['new', ROWS - 1]))
    expect((await app.get(path, ifNoneMatch)).status).toBe(200)
    expect(await tagOf(path)).not.toBe(tag)
    expect(await words(1)).toEqual(['new', ROWS - 1])
  })
})

/** Writes a database that replaces the one of its name. The versions of all their schemas have the same number. */
function replaceFile(file: string, table: string, rows: string): void {
  rmSync(`${file}.new`, { force: true })
  new Database(`${file}.new`).exec(`${table}; insert into flags values ${rows}`).close()
  renameSync(`${file}.new`, file)
}

it.each(['in place', 'by another file'])(
  'has the types and the keys of the new table at once if the file is replaced %s',
  async (way) => {
    const file = path.join(folder, `replaced ${way}.db`)
    const rows = `('a', 1, 4), ('b', 0, 3), ('b', 1, 2), ('c', 1, 1)`
    replaceFile(file, 'create table flags (k text, flag boolean, id integer primary key)', rows)
    const app = await startTestApp(`sqlite:${file}`, { poolSize: 1 })
    const flags = async (): Promise<unknown> => {
      const { text } = await app.get('query?table=flags&columns=flag,id')
      return (JSON.parse(text) as { data?: unknown }).data
    }
    try {
      await waitUntil(() => settledContents(file))
      // The second response is read in the main thread.
      for (let times = 0; times < 2; times++) {
        expect(await flags()).toEqual([
          { flag: true, id: 1 },
          { flag: true, id: 2 },
          { flag: false, id: 3 },
          { flag: true, id: 4 },
        ])
      }
      const next = path.join(folder, `next ${way}.db`)
      replaceFile(
        next,
        'create table flags (k text, flag integer, id integer, primary key (k, flag))',
        rows,
      )
      if (way === 'in place') copyFileSync(next, file)
      else renameSync(next, file)
      expect(await flags()).toEqual([
        { flag: 1, id: 4 },
        { flag: 0, id: 3 },
        { flag: 1, id: 2 },
        { flag: 1, id: 1 },
      ])
    } finally {
      await app.stop()
    }
  },
)

/** A program of its own, because connections of one process share locks. It stays open, as an application does. */
class Writer {
  private readonly child: ChildProcess

  constructor(file: string) {
    const driver = JSON.stringify(require.resolve('better-sqlite3'))
    const script = `const db = new (require(${driver}))(${JSON.stringify(file)})
      process.on('message', (sql) => { db.exec(sql); process.send('done') })`
    this.child = spawn(process.execPath, ['-e', script], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
  }

  async exec(sql: string): Promise<void> {
    this.child.send(sql)
    await once(this.child, 'message')
  }

  async end(): Promise<void> {
    this.child.kill('SIGKILL')
    await once(this.child, 'exit')
  }
}

/** A link to a file in another folder. */
function linkTo(file: string): string {
  const link = path.join(mkdtempSync(path.join(folder, 'links-')), 'link.db')
  symlinkSync(file, link)
  return link
}

type Name = [kind: string, nameOf: (file: string) => string]

it.each<Name>([
  ['a file', (file) => file],
  ...effort<Name[]>([], [['a link', linkTo]]),
  ['a link to a link', (file) => linkTo(linkTo(file))],
])(
  'shows commits after a restore that removes the write-ahead log of %s',
  async (kind, nameOf) => {
    const restored = path.join(folder, `${kind}.db`)
    const backup = writeFile(`backup of ${kind}.db`, 'wal', 'old', ROWS)
    copyFileSync(backup, restored)
    const app = await startTestApp(`sqlite:${nameOf(restored)}`, { poolSize: 2 })
    const totalNow = async (): Promise<number> => {
      const { text } = await app.get('query?table=words&limit=1&sort=id:desc')
      return (JSON.parse(text) as { pagination?: { total: number } }).pagination?.total ?? 0
    }
    const insert = "insert into words (word) values ('new')"
    const writer = new Writer(restored)
    await writer.exec(insert)
    expect(await totalNow()).toBe(ROWS + 1)
    await writer.end()
    copyFileSync(backup, restored)
    // The log of before is opened again, for the last time once the state of the file is settled.
    await waitUntil(() => fileState(restored)?.isSettled)
    await totalNow()
    for (const end of ['-wal', '-shm']) rmSync(restored + end)
    const next = new Writer(restored)
    try {
      for (let total = ROWS + 1; total <= ROWS + 3; total++) {
        await next.exec(insert)
        await waitUntil(async () => (await totalNow()) === total)
      }
    } finally {
      await next.end()
      await app.stop()
    }
  },
  30_000,
)

it('notices a new write-ahead log of the file to which a link leads now', async () => {
  const [old, current] = ['before.db', 'after.db'].map((name) => writeFile(name, 'wal', 'old', 1))
  const link = linkTo(String(old))
  const settledNow = async (): Promise<string | undefined> => {
    await waitUntil(() => settledContents(link))
    return settledContents(link)
  }
  await settledNow()
  symlinkSync(String(current), `${link}.new`)
  renameSync(`${link}.new`, link)
  const before = await settledNow()
  const db = new Database(String(current))
  db.exec("insert into words (word) values ('new')")
  await waitUntil(async () => (await settledNow()) !== before)
  db.close()
})
