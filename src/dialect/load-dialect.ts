/** Finds the engines: each folder of `dialects/` is one. */
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { isPlainPath } from './connection-text'
import { ConnectionStringError, type Dialect } from './dialect'

const folder = path.join(__dirname, '../../dialects')

export function loadDialects(): Dialect[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => loadDialect(entry.name))
}

function loadDialect(name: string): Dialect {
  // The folder's name is known only now; its default export is the contract of every dialect.
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  const module = require(path.join(folder, name)) as { default: Dialect }
  return module.default
}

/**
 * The dialect for a connection string: by its URL scheme, else the one that recognises it.
 * @throws ConnectionStringError that says what a connection string may be
 */
export function dialectFor(connection: string): Dialect {
  const dialects = loadDialects()
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(connection)?.[1]?.toLowerCase()
  const dialect =
    dialects.find(({ schemes }) => scheme !== undefined && schemes.includes(scheme)) ??
    dialects.find((candidate) => candidate.recognises?.(connection))
  if (dialect) return dialect
  const schemes = dialects.flatMap((candidate) => candidate.schemes).join(', ')
  if (isPlainPath(connection)) throw new ConnectionStringError(`no such file: ${connection}`)
  // What stands before a colon may be a user or a secret as well.
  throw new ConnectionStringError(
    /^[a-z][a-z0-9+.-]*:\/\//i.test(connection)
      ? `the connection's scheme "${scheme}" is not one of ${schemes}, and there is no such file`
      : `the connection is neither a URL like ${schemes.split(', ')[0]}://… (one of ${schemes}) nor an existing SQLite file`,
  )
}
