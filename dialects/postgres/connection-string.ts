/** Parses the URL of a database, with libpq's parameters and environment variables. */
import { homedir } from 'node:os'
import path from 'node:path'
import { areLocal, type Address } from '../../src/dialect/connection-url/address'
import { parseConnectionUrl } from '../../src/dialect/connection-url/connection-url'
import {
  HOST_CHOICE_PARAMETERS,
  hostChoice,
  type HostChoice,
} from '../../src/dialect/connection-url/host-choice'
import { oneOf, secondsIn, type Parameters } from '../../src/dialect/connection-url/parameters'
import { ConnectionStringError } from '../../src/dialect/dialect'
import type { Encryption } from '../../src/dialect/encryption'
import { KEEP_ALIVE_DELAY } from '../../src/dialect/keep-alive'
import { encryptionOf, ENCRYPTION_PARAMETERS } from './encryption'

export interface ConnectionTarget extends HostChoice {
  readonly addresses: readonly Address[]
  readonly user: string | undefined
  /** Absent if `.pgpass` may have it. */
  readonly password: string | undefined
  readonly database: string | undefined
  readonly encryption: Encryption
  /** Whether the login proves that nobody intercepts the TLS connection. */
  readonly channelBinding: 'disable' | 'prefer' | 'require'
  readonly applicationName: string
  /** Command-line options for the server's session. */
  readonly options: string | undefined
  /** Milliseconds. */
  readonly connectTimeout: number | undefined
  readonly keepAlive: boolean
  /** Milliseconds of silence before the first probe; 0: those of the system. */
  readonly keepAliveDelay: number
}

type Environment = Readonly<Record<string, string | undefined>>

/** Parameters of libpq that are accepted without an effect: none of them protects the connection. */
const IGNORED = [
  'client_encoding',
  'fallback_application_name',
  'gssencmode',
  'keepalives_count',
  'keepalives_interval',
  'pgbouncer',
  'sslcompression',
  'sslsni',
  'tcp_user_timeout',
  'uselibpqcompat',
]

const PARAMETERS = [
  ...HOST_CHOICE_PARAMETERS,
  ...ENCRYPTION_PARAMETERS,
  'application_name',
  'channel_binding',
  'connect_timeout',
  'dbname',
  'keepalives',
  'keepalives_idle',
  'options',
  ...IGNORED,
]

/** @throws ConnectionStringError, which never shows the password */
export function connectionTarget(
  connection: string,
  environment: Environment = process.env,
): ConnectionTarget {
  const url = parseConnectionUrl(connection, {
    example: 'postgres://user:password@host:5432/database',
    defaultHost: environment['PGHOST'] || 'localhost',
    defaultPort: environment['PGPORT'] || '5432',
    parameters: PARAMETERS,
    socketPath: (folder, port) => path.join(folder, `.s.PGSQL.${port}`),
  })
  const { parameters } = url
  const given = (name: string, variable: string): string | undefined =>
    parameters.get(name) ?? (environment[variable] || undefined)
  refuseGssEncryption(parameters)
  const user = url.user ?? (environment['PGUSER'] || environment['USER'] || undefined)
  const channelBinding =
    oneOf('channel_binding', given('channel_binding', 'PGCHANNELBINDING'), [
      'disable',
      'prefer',
      'require',
    ] as const) ?? 'prefer'
  const encryption = encryptionOf(
    parameters,
    environment,
    path.join(homedir(), '.postgresql'),
    areLocal(url.addresses),
  )
  const isKeptAlive = oneOf('keepalives', parameters.get('keepalives'), ['0', '1']) !== '0'
  return {
    addresses: url.addresses,
    user,
    password: url.password ?? (environment['PGPASSWORD'] || undefined),
    database:
      parameters.get('dbname') ?? url.database ?? (environment['PGDATABASE'] || undefined) ?? user,
    encryption: channelBinding === 'require' ? alwaysEncrypted(encryption) : encryption,
    channelBinding,
    applicationName: given('application_name', 'PGAPPNAME') ?? 'tablequery',
    options: given('options', 'PGOPTIONS'),
    connectTimeout: secondsIn('connect_timeout', given('connect_timeout', 'PGCONNECT_TIMEOUT')),
    keepAlive: isKeptAlive,
    keepAliveDelay: keepAliveDelay(parameters),
    ...hostChoice(parameters, {
      target_session_attrs: environment['PGTARGETSESSIONATTRS'] || undefined,
      load_balance_hosts: environment['PGLOADBALANCEHOSTS'] || undefined,
    }),
  }
}

/** Zero is the delay of the system. https://www.postgresql.org/docs/current/libpq-connect.html */
function keepAliveDelay(parameters: Parameters): number {
  const seconds = parameters.get('keepalives_idle')
  if (seconds === undefined) return KEEP_ALIVE_DELAY
  return secondsIn('keepalives_idle', seconds) ?? 0
}

/** Only an encrypted connection has a channel that a login can be bound to. */
function alwaysEncrypted(encryption: Encryption): Encryption {
  if (encryption.use !== 'never') return { ...encryption, use: 'always' }
  throw new ConnectionStringError('channel_binding=require needs TLS: remove sslmode=disable')
}

/** The driver cannot encrypt by Kerberos, so it must not be demanded. */
function refuseGssEncryption(parameters: Parameters): void {
  oneOf('gssencmode', parameters.get('gssencmode'), ['disable', 'prefer'])
}
