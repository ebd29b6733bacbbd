/** Explains to the operator why the database cannot be used, and what to do. */
import type { Address } from '../../src/dialect/connection-url/address'
import { ConnectionStringError } from '../../src/dialect/dialect'
import {
  explainServerFailure,
  type EngineFailures,
  type NamedServer,
} from '../../src/dialect/explain-server-failure'
import { withCode } from './connect'
import { connectionTarget, type ConnectionTarget } from './connection-string'
import { errorRoutine } from './error-routine'
import { explainPoolerRefusal } from './pooler-refusal'

type Where = ConnectionTarget & NamedServer

const SEE_OPTIONS = 'see `options` in the connection string, or PGOPTIONS'

/** https://www.postgresql.org/docs/current/errcodes-appendix.html. */
const EXPLANATIONS: EngineFailures<ConnectionTarget>['explanations'] = {
  CLOSED: ({ server }) => `${server} closed the connection`,
  // By some methods of login, the driver sends an empty password if it has none.
  '28P01': ({ user, password }) =>
    password === undefined
      ? `${needsPassword(user)}, or correct the one in ~/.pgpass`
      : `wrong password for user "${user}"`,
  NO_PASSWORD: ({ user }) =>
    `${needsPassword(user)}, or add a line for it to ~/.pgpass, which only its owner may read`,
  '28000': explainDenial,
  '3D000': ({ database }) => `no such database: ${database}`,
  '42501': ({ user, database }, error) =>
    errorRoutine(error) === 'CheckMyDatabase'
      ? `user "${user}" may not use the database "${database}": grant connect on database "${database}" to "${user}"`
      : `user "${user}" is not allowed to read the catalogue`,
  '22023': ({ server }) => `${server} refuses the value of a setting: ${SEE_OPTIONS}`,
  '42704': ({ server }) => `${server} does not know a setting: ${SEE_OPTIONS}`,
  '53300': ({ server }) => `${server} has no connection left`,
  '08P01': explainPoolerRefusal,
  '57P03': ({ server }) => `${server} is starting up or shutting down`,
  NO_CHANNEL_BINDING: ({ server }) =>
    `${server} offers no channel binding, which channel_binding=require demands`,
}

function needsPassword(user: string | undefined): string {
  return `user "${user}" needs a password: write postgres://USER:PASSWORD@HOST/DATABASE, set PGPASSWORD`
}

const FAILURES: EngineFailures<ConnectionTarget> = {
  explanations: EXPLANATIONS,
  withoutTls: ({ channelBinding }) =>
    channelBinding === 'require'
      ? 'remove channel_binding=require'
      : 'allow connections without it by sslmode=prefer',
  authorities: 'sslrootcert',
}

/** @param address the server, if the connection string names several */
export function explainFailure(error: unknown, connection: string, address?: Address): string {
  if (error instanceof ConnectionStringError) return error.message
  // The connection can also end after it was opened.
  return explainServerFailure(withCode(error), connectionTarget(connection), FAILURES, address)
}

/**
 * The server reports one code for several reasons.
 * https://github.com/postgres/postgres/blob/REL_18_0/src/backend/libpq/auth.c
 */
function explainDenial({ server, user, database, encryption }: Where, error: unknown): string {
  const routine = errorRoutine(error)
  if (routine === 'InitializeSessionUserId') return `there is no user "${user}" who may log in`
  if (routine === 'auth_failed') return `${server} does not accept the login of user "${user}"`
  const denial = `${server} does not allow user "${user}" to use the database "${database}" from here`
  if (encryption.use === 'never') {
    return `${denial} without TLS: add ?sslmode=require, or better verify-full`
  }
  return encryption.files.cert
    ? `${denial}: add a rule to its pg_hba.conf`
    : `${denial}: add a rule to its pg_hba.conf or, if it demands a client certificate, ?sslcert=FILE&sslkey=FILE`
}
