/** Explains to the operator why the database cannot be used, and what to do. */
import type { Address } from '../../src/dialect/connection-url/address'
import { ConnectionStringError } from '../../src/dialect/dialect'
import {
  explainServerFailure,
  type EngineFailures,
  type NamedServer,
} from '../../src/dialect/explain-server-failure'
import { connectionTarget, type ConnectionTarget } from './connection-string'

type Where = ConnectionTarget & NamedServer

/** https://dev.mysql.com/doc/mysql-errors/en/server-error-reference.html. */
const EXPLANATIONS: EngineFailures<ConnectionTarget>['explanations'] = {
  PROTOCOL_CONNECTION_LOST: ({ server }) => `${server} closed the connection`,
  ER_ACCESS_DENIED_ERROR: explainDenial,
  ER_ACCESS_DENIED_NO_PASSWORD_ERROR: ({ user }) =>
    `user "${user}" has no password and can log in only as the system user of that name on the server: give it a password`,
  ER_DBACCESS_DENIED_ERROR: ({ user, database }) =>
    `user "${user}" may not use the database "${database}", or there is no such database`,
  ER_BAD_DB_ERROR: ({ database }) => `no such database: ${database}`,
  ER_CON_COUNT_ERROR: ({ server }) => `${server} has no connection left`,
  ER_TOO_MANY_USER_CONNECTIONS: explainUserLimit,
  ER_USER_LIMIT_REACHED: explainUserLimit,
  ER_HOST_NOT_PRIVILEGED: ({ server, user }) =>
    `${server} accepts no connections from this machine: create a user like "${user}"@'%' there`,
  ER_SECURE_TRANSPORT_REQUIRED: ({ server }) =>
    `${server} demands TLS: add ?sslmode=required, or better verify-identity`,
  ER_UNKNOWN_SYSTEM_VARIABLE: ({ server }) =>
    `${server} is not a node of a Galera cluster: remove wsrep_sync_wait`,
  AUTH_SWITCH_PLUGIN_ERROR: explainLogin,
}

const FAILURES: EngineFailures<ConnectionTarget> = {
  explanations: EXPLANATIONS,
  withoutTls: () => 'allow connections without it by sslmode=preferred',
  authorities: 'ssl-ca',
}

/** @param address the server, if the connection string names several */
export function explainFailure(error: unknown, connection: string, address?: Address): string {
  if (error instanceof ConnectionStringError) return error.message
  return explainServerFailure(error, connectionTarget(connection), FAILURES, address)
}

/** The server does not say whether a user must connect with TLS or with a certificate. */
function explainDenial({ user, password, encryption }: Where): string {
  const reason =
    password === ''
      ? `user "${user}" needs a password, or there is no such user: write mysql://USER:PASSWORD@HOST/DATABASE`
      : `wrong password for user "${user}", or no such user`
  if (encryption.use === 'never')
    return `${reason}; or the user must connect with TLS: ?sslmode=required`
  if (encryption.files.cert) return reason
  return `${reason}; or the user needs a certificate: ?ssl-cert=FILE&ssl-key=FILE`
}

/** The limit is the account's own, which the server's message quotes, or the server's for every account. */
function explainUserLimit({ user, server }: Where, error: unknown): string {
  const [, limit = 'max_user_connections'] = /'(max_\w+)'/.exec(String(error)) ?? []
  return `user "${user}" has reached its limit ${limit} at ${server}: raise it, or lower --pool-size times --workers`
}

/** https://github.com/sidorares/node-mysql2/blob/v3.24.0/lib/commands/auth_switch.js */
function explainLogin({ user }: Where, error: unknown): string {
  const [, plugin = 'another plugin'] = /unknown plugin (\w+)/.exec(String(error)) ?? []
  return (
    `user "${user}" logs in by ${plugin}, which the driver does not support: ` +
    'change its login to caching_sha2_password (MySQL) or mysql_native_password (MariaDB)'
  )
}
