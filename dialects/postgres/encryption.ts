/** TLS of a connection by libpq's parameters. https://www.postgresql.org/docs/current/libpq-ssl.html */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { oneOf, type Parameters } from '../../src/dialect/connection-url/parameters'
import { ConnectionStringError } from '../../src/dialect/dialect'
import {
  certificateFiles,
  missingAuthorityError,
  type Encryption,
  type EncryptionUse,
  type NamedFile,
} from '../../src/dialect/encryption'

const MODES = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full'] as const
type Mode = (typeof MODES)[number]

/** The parameters and their environment variables. */
const VARIABLES = {
  sslmode: 'PGSSLMODE',
  sslrootcert: 'PGSSLROOTCERT',
  sslcert: 'PGSSLCERT',
  sslkey: 'PGSSLKEY',
  sslcrl: 'PGSSLCRL',
  ssl_min_protocol_version: 'PGSSLMINPROTOCOLVERSION',
  ssl_max_protocol_version: 'PGSSLMAXPROTOCOLVERSION',
} as const

export const ENCRYPTION_PARAMETERS = [...Object.keys(VARIABLES), 'ssl', 'sslpassword'] as const

/** Files of libpq in the user's folder, which it uses if they exist. */
const DEFAULT_FILES = {
  sslrootcert: 'root.crt',
  sslcert: 'postgresql.crt',
  sslkey: 'postgresql.key',
  sslcrl: 'root.crl',
} as const

const VERSIONS = ['TLSv1', 'TLSv1.1', 'TLSv1.2', 'TLSv1.3'] as const

/**
 * @param folder libpq's folder in the user's home
 * @param isLocal whether connections stay on this machine
 * @throws ConnectionStringError
 */
export function encryptionOf(
  parameters: Parameters,
  environment: Readonly<Record<string, string | undefined>>,
  folder: string,
  isLocal: boolean,
): Encryption {
  const given = (name: keyof typeof VARIABLES): string | undefined =>
    parameters.get(name) ?? (environment[VARIABLES[name]] || undefined)
  const file = (name: keyof typeof DEFAULT_FILES): NamedFile | undefined => {
    const named = given(name) ?? path.join(folder, DEFAULT_FILES[name])
    return given(name) !== undefined || existsSync(named)
      ? { source: name, path: named }
      : undefined
  }
  const root = file('sslrootcert')
  const trustsSystem = root?.path === 'system'
  const mode =
    modeOf(parameters, oneOf('sslmode', given('sslmode'), MODES), trustsSystem) ??
    (isLocal ? 'allow' : 'prefer')
  const ca = trustsSystem ? undefined : root
  const cert = file('sslcert')
  const key = file('sslkey')
  // One of the user's folder without the other is not used: the connection may need neither.
  const pair = {
    cert: key || given('sslcert') !== undefined ? cert : undefined,
    key: cert || given('sslkey') !== undefined ? key : undefined,
  }
  return {
    use: USES[mode],
    verifies: verifiedBy(mode, ca),
    files: certificateFiles(
      { ca, ...pair, crl: file('sslcrl') },
      { cert: 'sslcert', key: 'sslkey' },
    ),
    passphrase: parameters.get('sslpassword'),
    minVersion: oneOf('ssl_min_protocol_version', given('ssl_min_protocol_version'), VERSIONS),
    maxVersion: oneOf('ssl_max_protocol_version', given('ssl_max_protocol_version'), VERSIONS),
  }
}

const USES: Readonly<Record<Mode, EncryptionUse>> = {
  disable: 'never',
  allow: 'if demanded',
  prefer: 'if offered',
  require: 'always',
  'verify-ca': 'always',
  'verify-full': 'always',
}

/** `ssl=true` is the strictest mode here, as in other drivers for Node.js. */
function modeOf(
  parameters: Parameters,
  named: Mode | undefined,
  trustsSystem: boolean,
): Mode | undefined {
  const ssl = oneOf('ssl', parameters.get('ssl'), ['true', 'false'])
  if (ssl !== undefined && named !== undefined) {
    throw new ConnectionStringError('the connection has both ssl and sslmode: leave out ssl')
  }
  const mode = named ?? (ssl === undefined ? undefined : ssl === 'true' ? 'verify-full' : 'disable')
  // Anybody can have a certificate of a public authority.
  if (trustsSystem && mode !== undefined && mode !== 'verify-full') {
    throw new ConnectionStringError('sslrootcert=system needs sslmode=verify-full')
  }
  return trustsSystem ? 'verify-full' : mode
}

/** `require` verifies the issuer if there is a file of authorities, as libpq does for compatibility. */
function verifiedBy(mode: Mode, authorities: NamedFile | undefined): Encryption['verifies'] {
  if (mode === 'verify-full') return 'name'
  if (mode === 'verify-ca' && !authorities) {
    throw missingAuthorityError('sslrootcert', 'verify-full')
  }
  return mode === 'verify-ca' || (mode === 'require' && authorities) ? 'issuer' : 'nothing'
}
