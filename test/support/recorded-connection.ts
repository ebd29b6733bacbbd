import { DEFAULT_OPTIONS } from '../../src/database'
import type { Connection, ConnectionOptions, Dialect } from '../../src/dialect/dialect'
import { dialectFor } from '../../src/dialect/load-dialect'
import type { CompiledStatement } from '../../src/dialect/sql-fragment'

export interface RecordedConnection extends Connection {
  readonly dialect: Dialect
  /** What has been read by `readRows`, in order. */
  readonly statements: CompiledStatement[]
}

/** A connection as the program opens it, which notes down what it is asked. */
export function recordedConnection(
  url: string,
  options: Partial<ConnectionOptions> = {},
): RecordedConnection {
  const dialect = dialectFor(url)
  const connection = dialect.connect(url, {
    ...DEFAULT_OPTIONS,
    ...{ mostBytes: Infinity, poolSize: 4, ...options },
  })
  const statements: CompiledStatement[] = []
  return {
    ...connection,
    dialect,
    statements,
    readRows: (statement, signal) => {
      statements.push(statement)
      return connection.readRows(statement, signal)
    },
  }
}
