import { setTimeout as delay } from 'node:timers/promises'
import { DEFAULT_OPTIONS } from '../../src/database'
import type { BuiltStatement, Catalogue } from '../../src/dialect/catalogue'
import type { Connection, ConnectionOptions, Dialect } from '../../src/dialect/dialect'
import { dialectFor } from '../../src/dialect/load-dialect'
import type { CompiledStatement } from '../../src/dialect/statement'

export interface RecordedConnection extends Connection {
  readonly dialect: Dialect
  /** Statements that `readRows` has run, in order. */
  readonly statements: CompiledStatement[]
  /** What has been read of the catalogue, for callers with roles too. */
  readonly catalogueStatements: BuiltStatement[]
}

/** A connection as the program opens it, which records its statements. */
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
  const recorded = (catalogue: Catalogue): Catalogue => ({
    builder: catalogue.builder,
    readRows: (statement) => {
      catalogueStatements.push(statement)
      return catalogue.readRows(statement)
    },
  })
  const { withRole } = connection
  return {
    ...connection,
    dialect,
    statements,
    catalogueStatements,
    readRows: (statement, signal) => {
      statements.push(statement)
      return connection.readRows(statement, signal)
    },
    catalogue: recorded(connection.catalogue),
    ...(withRole && {
      withRole: (caller) => {
        const session = withRole(caller)
        return {
          ...session,
          withCatalogue: (work) => session.withCatalogue((seen) => work(recorded(seen))),
        }
      },
    }),
  }
}

/** Waits until no statement has been run for a while: seek bookmarks are read in the background. */
export async function untilQuiet({ statements }: RecordedConnection): Promise<void> {
  let seen = -1
  while (seen !== statements.length) {
    seen = statements.length
    await delay(30)
  }
}
