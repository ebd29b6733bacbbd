/** Loads the dialects. Each folder of `dialects/` is one. */
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { isPlainPath } from './connection-text'
import { ConnectionStringError, type Dialect } from './dialect'

const folder = path.join(__dirname, '../../dialects')

function loadDialects(): Dialect[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => loadDialect(entry.name))
}

function loadDialect(name: string): Dialect {
  // The name is known only at run time. Every folder exports a `Dialect` as its default.
  // oxlint-disable-next-line typescript/no-require-imports
  const module = require(path.join(folder, name)) as { default: Dialect }
  return module.default
}

/**
 * The dialect for a connection string: by its URL scheme, else the one that recognises it.
 * @throws ConnectionStringError with the valid forms, if no dialect has its scheme or recognises it
 */
export function dialectFor(connection: string): Dialect {
  const dialects = loadDialects()
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(connection)?.[1]?.toLowerCase()
  const dialect =
    dialects.find(({ schemes }) => scheme !== undefined && schemes.includes(scheme)) ??
    dialects.find((candidate) => candidate.recognises?.(connection))
  if (dialect) return dialect
  const schemes = dialects.flatMap((candidate) => candidate.schemes).join(', ')
  const allowed = `must be a URL with one of the schemes ${schemes}, or the path of an existing SQLite file`
  if (isPlainPath(connection)) throw new ConnectionStringError(`no such file: ${connection}`)
  // Without `://`, the text before a colon can be a user or a password, so the message does not show it.
  throw new ConnectionStringError(
    /^[a-z][a-z0-9+.-]*:\/\//i.test(connection)
      ? `the connection has the unknown scheme "${scheme}": it ${allowed}`
      : `the connection ${allowed}`,
  )
}
