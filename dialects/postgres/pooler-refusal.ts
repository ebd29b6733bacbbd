/** Explains to the operator what a pooler refuses. pgbouncer has one code for all of it. */
import { errorCode } from '../../src/dialect/driver-error'

/** https://www.postgresql.org/docs/current/errcodes-appendix.html */
const PROTOCOL_VIOLATION = '08P01'

/** By the English words of pgbouncer, which it does not translate. */
const REFUSALS: readonly (readonly [RegExp, string])[] = [
  [/startup parameter/, 'refuses a parameter of the connection: remove ?options= from it'],
  [
    /no more connections allowed/,
    'has no connection left: raise its max_client_conn, or lower --pool-size times --workers',
  ],
  [
    /query_wait_timeout/,
    'has no connection to the server left: raise its pool size, or lower --pool-size and --idle-timeout',
  ],
  [
    /server.login.(failed|has been failing)|login_retry|does not exist|authentication failed/,
    "cannot log in to its server: check the user, password and database in the pooler's configuration",
  ],
]

/** @returns undefined if no pooler refuses it, or its words are unknown */
export function explainPoolerRefusal(error: unknown, place: string): string | undefined {
  if (!(error instanceof Error) || errorCode(error) !== PROTOCOL_VIOLATION) return undefined
  const { message } = error
  const known = REFUSALS.find(([words]) => words.test(message))
  return known && `the pooler at ${place} ${known[1]}`
}
