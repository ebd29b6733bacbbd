/** A database file that another program overwrites in place: the next response has the new data. */
import { copyFileSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { startTestApp, type TestApp } from '../../test/support/test-app'

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
