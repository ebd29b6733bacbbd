import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import Database from 'better-sqlite3'
import { testsThatNeed } from '../support/left-out'

const { afterAll, beforeAll } = testsThatNeed('chromium')

export interface SqliteDatabase {
  readonly database: {
    /** Available while tests run, not while they are defined. */
    readonly url: string
  }
  /** Executes statements as another program does. */
  readonly run: (script: string) => void
}

/**
 * A database in a file of its own while the tests of the enclosing block run.
 * @param script statements that create and fill its tables
 */
export function sqliteDatabase(script: string): SqliteDatabase {
  let folder: string
  let url: string
  const run = (statements: string): void => {
    const database = new Database(url)
    database.exec(statements)
    database.close()
  }
  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'tablequery-viewer-'))
    url = path.join(folder, 'test.sqlite')
    run(script)
  })
  afterAll(() => {
    rmSync(folder, { recursive: true })
  })
  return {
    database: {
      get url() {
        return url
      },
    },
    run,
  }
}
