import { existsSync, statSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { knex } from 'knex'
import BetterSqlite3Client, { type Statement } from 'knex/lib/dialects/better-sqlite3/index.js'
import { type Connection, type ConnectionOptions } from '../../src/dialect/dialect'
import { errorCode } from '../../src/dialect/driver-error'
import { acquireSession, poolConfig } from '../../src/dialect/pool'
import type { Cell } from '../../src/dialect/schema'
import { runOnSession, type SessionControl } from '../../src/dialect/session'
import { restoreQuestionMarks } from '../../src/dialect/sql-fragment'
import { ChangeMonitor } from './change-monitor'
import { READER_TIMEOUT, ReaderProcess } from './reader-process'
import { tellTableChanges } from './schema-version'

export function connect(connection: string, options: ConnectionOptions): Connection {
  const filename = filenameOf(connection)
  const { statementTimeout, mostBytes } = options
  // More readers than cores would only take turns.
  const readers = Math.min(options.poolSize, availableParallelism())
  const startReader = (): ReaderProcess => new ReaderProcess(filename, statementTimeout)
  // While the first one starts, so does the rest of the server.
  let first: ReaderProcess | undefined = startReader()
  const takeReader = (): ReaderProcess => {
    const reader = first ?? startReader()
    first = undefined
    return reader
  }
  const db = knex({
    client: poolOfReaders(takeReader, options.maxWaiting),
    connection: { filename },
    useNullAsDefault: true,
    // A new reader costs some 80 ms, so they stay.
    ...poolConfig(options, { min: readers, max: readers }),
  })
  const monitor = new ChangeMonitor(filename)
  return {
    db,
    readRows: ({ sql, bindings, resultTypes }, signal) =>
      runOnSession(db, READER, { statementTimeout, signal }, async (reader: ReaderProcess) => {
        const schemaVersion = resultTypes?.find((version) => version !== undefined)
        const question = { sql, bindings, asCells: true, mostBytes, schemaVersion }
        return (await reader.run(question)) as Cell[][]
      }).catch(tellTableChanges),
    changes: { around: () => monitor.version() },
    close: async () => {
      monitor.close()
      await first?.kill()
      await db.destroy()
    },
  }
}

/** `sqlite:shop.db`, `sqlite:/data/shop.db`, `sqlite:///data/shop.db`, or the path alone. */
function filenameOf(connection: string): string {
  return path.resolve(connection.replace(/^sqlite:(\/\/)?/i, ''))
}

const READER: SessionControl<ReaderProcess> = {
  cancel: (reader) => reader.kill(),
  destroy: (reader) => void reader.kill(),
  abandon: (reader) => void reader.kill(),
  isTimeout: (error) => errorCode(error) === READER_TIMEOUT,
}

/** knex with a pool of processes in the place of connections. */
function poolOfReaders(
  startReader: () => ReaderProcess,
  maxWaiting: number,
): typeof BetterSqlite3Client {
  return class extends BetterSqlite3Client {
    override acquireRawConnection(): Promise<ReaderProcess> {
      return Promise.resolve(startReader())
    }

    override destroyRawConnection(reader: ReaderProcess): Promise<void> {
      return reader.kill()
    }

    override acquireConnection(signal?: AbortSignal): Promise<unknown> {
      return acquireSession(this, maxWaiting, signal)
    }

    override validateConnection(reader: ReaderProcess): Promise<boolean> {
      return Promise.resolve(reader.isUsable)
    }

    override async _query(reader: ReaderProcess, query: Statement): Promise<Statement> {
      const sql = restoreQuestionMarks(query.sql)
      query.response = await reader.run({
        sql,
        bindings: query.bindings,
        asCells: false,
        mostBytes: Infinity,
      })
      return query
    }
  }
}

export function explainFailure(error: unknown, connection: string): string {
  const filename = filenameOf(connection)
  const code = errorCode(error)
  if (code === 'SQLITE_NOTADB') return `not a SQLite database: ${filename}`
  if (!existsSync(filename)) return `no such file: ${filename}`
  if (!statSync(filename).isFile()) return `not a file: ${filename}`
  if (code.startsWith('SQLITE_CANTOPEN')) {
    return (
      `cannot open ${filename}: check that it may be read and, if it is in WAL mode, ` +
      'that its -shm file exists or its folder may be written'
    )
  }
  if (code === 'SQLITE_CORRUPT') return `the SQLite database is damaged: ${filename}`
  return `cannot read ${filename}${code === '' ? '' : ` (${code})`}`
}
