import { availableParallelism } from 'node:os'
import { knex } from 'knex'
import { createCatalogue } from '../../src/dialect/catalogue'
import type { Connection, ConnectionOptions } from '../../src/dialect/dialect'
import type { Cell } from '../../src/dialect/schema'
import type { SessionDriver } from '../../src/dialect/sessions/session-driver'
import { createSessionPool } from '../../src/dialect/sessions/traced-session-pool'
import { DriverError } from '../../src/dialect/driver-error'
import { errorCode } from '../../src/error-code'
import { ChangeMonitor } from './change-monitor'
import { throwTableChange } from './changed-table'
import { filenameOf, requireFile } from './connection-string'
import { explainFailure } from './explain-failure'
import { FileConnection } from './file-connection'
import { fileState, forgetLog } from './file-state'
import { READER_GONE, READER_TIMEOUT } from './reader-error'
import { ReaderProcess } from './reader-process'
import { SchemaSize } from './schema-size'
import { sharedMemoryWarnings } from './shared-memory'
import { ShortReads } from './short-reads'

export function connect(connection: string, options: ConnectionOptions): Connection {
  const filename = filenameOf(connection)
  requireFile(filename)
  const { statementTimeout, maxBytes } = options
  // More readers than cores would not run in parallel; two more leave room for short statements while
  // long ones use every core.
  const readers = Math.min(options.poolSize, availableParallelism() + 2)
  const startReader = (): ReaderProcess => new ReaderProcess(filename, statementTimeout)
  // Starts in parallel with the rest of the server.
  let firstReader: ReaderProcess | undefined = startReader()
  const nextReader = (): ReaderProcess => {
    const reader = firstReader ?? startReader()
    firstReader = undefined
    return reader
  }
  // No wait for locks: it would block the server's event loop.
  const file = new FileConnection(filename, 0)
  const sessions = createSessionPool(
    readerDriver(file, nextReader),
    {
      ...options,
      poolSize: readers,
      explain: (error) => explainFailure(error, connection),
      // A reader needs some 80 ms to start, so idle ones stay open.
      minIdle: readers,
    },
    { system: 'sqlite' },
  )
  const builder = knex({ client: 'better-sqlite3', useNullAsDefault: true })
  const monitor = new ChangeMonitor(file)
  const catalogue = createCatalogue(builder, (statement) =>
    sessions.use(
      (reader) =>
        reader.run({ ...statement, asCells: false, readsSchema: true, maxBytes: Infinity }),
      { statement: statement.sql, isCatalogue: true },
    ),
  )
  const shortReads = new ShortReads(file, monitor, new SchemaSize(catalogue))
  const readShort: ShortReads['read'] = (statement) => shortReads.read(statement)
  return {
    builder,
    sessions,
    catalogue,
    readRows: async (compiled, signal) => {
      const { sql, bindings, resultTypes, rowsInOrder } = compiled
      signal?.throwIfAborted()
      const schemaVersion = resultTypes?.find((version) => version !== undefined)
      const statement = { sql, bindings, asCells: true, schemaVersion, rowsInOrder }
      const short = sessions.runInMainThread(statement, readShort)
      if (short) return short
      const read = (reader: ReaderProcess): Promise<unknown[]> =>
        reader.run({ maxBytes, ...statement })
      const rows = (await sessions
        .use(read, { signal, statement: sql })
        .catch(throwTableChange)) as Cell[][]
      if (compiled.isTracked) monitor.version()
      void shortReads.learnFrom(statement, rows)
      return rows
    },
    describeServer: () =>
      sessions.use(async (reader) => {
        const sql = 'select sqlite_version() as version'
        const rows = await reader.run({ sql, bindings: [], asCells: false, maxBytes })
        const [row] = rows as { version: string }[]
        const warnings = sharedMemoryWarnings(filename)
        return {
          ...{ engine: 'SQLite', version: row?.version ?? '', file: filename },
          ...(warnings.length > 0 && { warnings }),
        }
      }),
    changes: {
      counter: () => monitor.recentVersion(),
      refresh: () => {
        monitor.version()
        return Promise.resolve()
      },
    },
    close: async () => {
      file.close()
      await firstReader?.kill()
      await sessions.close()
      forgetLog(filename)
    },
  }
}

/** A session is a process that reads the file. */
function readerDriver(
  file: FileConnection,
  createReader: () => ReaderProcess,
): SessionDriver<ReaderProcess> {
  return {
    addresses: [{ host: file.filename, port: 0 }],
    create: createReader,
    // A statement waits in the pipe until the process is ready.
    connect: () => Promise.resolve(),
    // The process itself sets up the connection when it opens the file.
    setUp: () => Promise.resolve(),
    reach: () => {
      reach(file)
    },
    isUsable: (reader) => reader.isUsable,
    cancel: (reader) => reader.kill(),
    close: (reader) => reader.kill(),
    destroy: (reader) => void reader.kill(),
    isAtLimit: () => false,
    isLost: (_reader, error) => errorCode(error) === READER_GONE,
    isTimeout: (error) => errorCode(error) === READER_TIMEOUT,
  }
}

/** @throws an error of the driver, or one with its code if the file is missing or empty */
function reach(file: FileConnection): void {
  const state = fileState(file.filename)
  if (!state) throw new DriverError('SQLITE_CANTOPEN', 'the file is missing or empty')
  try {
    if (state.isSettled) file.schemaNumber(state.contents)
  } catch (error) {
    // A writer holds a lock for a moment.
    if (!errorCode(error).startsWith('SQLITE_BUSY')) throw error
  }
}
