/** Finds the engines: each folder of `dialects/` is one. */
import { readdirSync } from 'node:fs'
import path from 'node:path'
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
  throw new ConnectionStringError(
    scheme === undefined
      ? `no such file: ${connection}`
      : `the connection's scheme "${scheme}" is not one of ${schemes}, and there is no such file`,
  )
}
