/** Explains to the operator why the database cannot be used. */
import { errorCode } from '../../src/dialect/driver-error'
import { ConnectTimeoutError } from '../../src/dialect/sessions/session-errors'

/** https://www.postgresql.org/docs/current/errcodes-appendix.html and Node's system errors. */
const FAILURES: Readonly<Record<string, (url: URL) => string>> = {
  ENOTFOUND: ({ hostname }) => `host not found: ${hostname}`,
  EAI_AGAIN: ({ hostname }) => `host not found: ${hostname}`,
  ECONNREFUSED: ({ host }) => `nothing listens at ${host}: connection refused`,
  ETIMEDOUT: ({ host }) => `no answer from ${host}`,
  ECONNRESET: ({ host }) => `${host} closed the connection`,
  '28P01': ({ username }) => `wrong password for user "${decodeURIComponent(username)}"`,
  '28000': ({ username }) => `user "${decodeURIComponent(username)}" is not allowed to connect`,
  '3D000': ({ pathname }) => `no such database: ${decodeURIComponent(pathname.slice(1))}`,
  '42501': () => `the user is not allowed to read the catalogue`,
  '53300': ({ host }) => `${host} has no connection left`,
  NO_TRANSACTIONS: ({ host }) =>
    `the pooler at ${host} allows no transactions: set its mode to transaction or session`,
  '08P01': ({ host }) =>
    `the server or the pooler at ${host} refuses a parameter of the connection, such as ?options=`,
  ENOENT: () => 'a file or a socket that the connection names cannot be opened',
  '57P03': ({ host }) => `${host} is starting up or shutting down`,
}

export function explainFailure(error: unknown, connection: string): string {
  const url = new URL(connection)
  const code = errorCode(error)
  const explain = FAILURES[code]
  if (explain) return explain(url)
  if (error instanceof ConnectTimeoutError) return `no answer from ${url.host}`
  if (needsPassword(error)) {
    return `user "${decodeURIComponent(url.username)}" needs a password: write postgres://USER:PASSWORD@HOST/DATABASE, or set PGPASSWORD`
  }
  return `cannot use the database at ${url.host}${code === '' ? '' : ` (${code})`}`
}

/** Matches the driver's message for a server that requires a password when none is given. */
function needsPassword(error: unknown): boolean {
  const { message } = error as { message?: unknown }
  return /^SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a /.test(String(message))
}
