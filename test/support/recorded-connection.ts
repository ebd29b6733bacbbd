import { setTimeout as delay } from 'node:timers/promises'
import { DEFAULT_OPTIONS } from '../../src/database/database-defaults'
import type { BuiltStatement, Catalogue } from '../../src/dialect/catalogue'
import type { Connection, ConnectionOptions, Dialect } from '../../src/dialect/dialect'
import { dialectFor } from '../../src/dialect/load-dialect'
import type { CompiledStatement } from '../../src/dialect/statement'

export interface RecordedConnection extends Connection {
  readonly dialect: Dialect
  /** Statements that `readRows` of the connection, of lent sessions and of callers has run, in order. */
  readonly statements: CompiledStatement[]
  /** Number of those that have not ended. */
  readonly running: () => number
  /** Statements that read the catalogue, including those of callers with roles. */
  readonly catalogueStatements: BuiltStatement[]
}

/** Opens a connection as the program does, and records its statements. */
export function recordedConnection(
  url: string,
  options: Partial<ConnectionOptions> = {},
): RecordedConnection {
  const dialect = dialectFor(url)
  const connection = dialect.connect(url, {
    ...DEFAULT_OPTIONS,
    ...{ maxBytes: Infinity, poolSize: 4, ...options },
  })
  const statements: CompiledStatement[] = []
  const catalogueStatements: BuiltStatement[] = []
  let running = 0
  const recorded = (catalogue: Catalogue): Catalogue => ({
    builder: catalogue.builder,
    readRows: (statement) => {
      catalogueStatements.push(statement)
      return catalogue.readRows(statement)
    },
  })
  const recordedReads =
    (readRows: Connection['readRows']): Connection['readRows'] =>
    async (statement, signal) => {
      statements.push(statement)
      running++
      try {
        return await readRows(statement, signal)
      } finally {
        running--
      }
    }
  const { withRole, withSession } = connection
  return {
    ...connection,
    dialect,
    statements,
    running: () => running,
    catalogueStatements,
    readRows: recordedReads((statement, signal) => connection.readRows(statement, signal)),
    ...(withSession && {
      withSession: (work, request) =>
        withSession(
          ({ readRows, ...session }) => work({ ...session, readRows: recordedReads(readRows) }),
          request,
        ),
    }),
    catalogue: recorded(connection.catalogue),
    ...(withRole && {
      withRole: (caller) => {
        const session = withRole(caller)
        return {
          ...session,
          readRows: recordedReads((statement, signal) => session.readRows(statement, signal)),
          withCatalogue: (work) => session.withCatalogue((catalogue) => work(recorded(catalogue))),
        }
      },
    }),
  }
}

/**
 * Waits until no statement runs and none has started for 30 ms. Seek bookmarks are read in the
 * background, by statements that follow each other closely.
 */
export async function untilQuiet({ statements, running }: RecordedConnection): Promise<void> {
  let seen = -1
  while (seen !== statements.length || running() > 0) {
    seen = statements.length
    await delay(30)
  }
}
