/** A served database file, which each test damages: requests fail in limited time, and succeed after the repair. */
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import Database from 'better-sqlite3'
import { effort } from '../../support/effort'
import { startTestApp, type TestApp } from '../../support/test-app'

const ROWS = 20_000

/** In milliseconds. SQLite waits 5 s for a lock, once for the statement and once for the catalogue. */
const MAX_DURATION = 12_000

/** The path of a page that is read from the table. */
export const PAGE = `query?table=words&limit=100&page=${ROWS / 100}`

type Outcome = [status: number, body: unknown, isInTime: boolean]

export const failed: Outcome = [
  500,
  { error: 'DATABASE_ERROR', message: 'The database failed or is not reachable.' },
  true,
]

export const succeeded: Outcome = [
  200,
  expect.objectContaining({ pagination: expect.anything() as never }),
  true,
]

export interface FaultyFile {
  readonly folder: string
  readonly file: string
  /** It is served during each test. */
  readonly app: TestApp
  /** Writes random words of so many bytes, more than SQLite sorts in memory if there are a thousand. */
  readonly writeWords: (bytes: number) => void
  /** Stops the app, and serves the file again after `change`. */
  readonly serveAgain: (
    change: () => void | Promise<void>,
    connectTimeout?: number,
  ) => Promise<void>
  readonly outcomeOf: (path: string) => Promise<Outcome>
  readonly eachFails: () => Promise<void>
  readonly repair: () => void
}

export function faultyFile(): FaultyFile {
  const folder = mkdtempSync(path.join(tmpdir(), 'tablequery-faults-'))
  const file = path.join(folder, 'served.db')
  const copy = path.join(folder, 'copy.db')
  let app: TestApp
  const serve = async (connectTimeout = 2000): Promise<void> => {
    app = await startTestApp(`sqlite:${file}`, { poolSize: 2, connectTimeout })
  }
  const repair = (): void => {
    copyFileSync(copy, file)
  }
  beforeAll(() => {
    writeWords(copy, 100)
  })
  beforeEach(() => {
    repair()
    return serve()
  })
  afterEach(() => app.stop())
  afterAll(() => {
    rmSync(folder, { recursive: true })
  })
  const outcomeOf = async (path: string): Promise<Outcome> => {
    const began = Date.now()
    const { status, text } = await app.get(path)
    return [status, JSON.parse(text), Date.now() - began < MAX_DURATION]
  }
  return {
    folder,
    file,
    get app() {
      return app
    },
    writeWords: (bytes) => {
      writeWords(file, bytes)
    },
    serveAgain: async (change, connectTimeout) => {
      await app.stop()
      await change()
      await serve(connectTimeout)
    },
    outcomeOf,
    eachFails: async () => {
      const paths = ['query?table=words&sort=word:asc', 'query?table=words&filter=FF']
      for (const path of [PAGE, ...effort(paths.slice(0, 1), paths)]) {
        expect(await outcomeOf(path)).toEqual(failed)
      }
    },
    repair,
  }
}

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
