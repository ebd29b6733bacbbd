/** TLS of a connection by the options of MySQL's programs. https://dev.mysql.com/doc/refman/en/connection-options.html */
import { oneOf, type Parameters } from '../../src/dialect/connection-url/parameters'
import { ConnectionStringError } from '../../src/dialect/dialect'
import {
  certificateFiles,
  missingAuthorityError,
  type Encryption,
  type NamedFile,
} from '../../src/dialect/encryption'

const MODES = ['disabled', 'preferred', 'required', 'verify-ca', 'verify-identity'] as const
type Mode = (typeof MODES)[number]

export const ENCRYPTION_PARAMETERS = ['sslmode', 'ssl-mode', 'ssl', 'ssl-ca', 'ssl-cert', 'ssl-key']

/**
 * @param isLocal whether connections stay on this machine
 * @throws ConnectionStringError
 */
export function encryptionOf(parameters: Parameters, isLocal: boolean): Encryption {
  const file = (source: string): NamedFile | undefined => {
    const path = parameters.get(source)
    return path === undefined ? undefined : { source, path }
  }
  const files = certificateFiles(
    { ca: file('ssl-ca'), cert: file('ssl-cert'), key: file('ssl-key') },
    { cert: 'ssl-cert', key: 'ssl-key' },
  )
  const mode = modeOf(parameters, files.ca !== undefined)
  if (mode === 'verify-ca' && !files.ca) throw missingAuthorityError('ssl-ca', 'verify-identity')
  if (mode === undefined && isLocal) return { use: 'if demanded', verifies: 'nothing', files }
  return { ...MEANINGS[mode ?? 'preferred'], files }
}

const MEANINGS: Readonly<Record<Mode, Pick<Encryption, 'use' | 'verifies'>>> = {
  disabled: { use: 'never', verifies: 'nothing' },
  preferred: { use: 'if offered', verifies: 'nothing' },
  required: { use: 'always', verifies: 'nothing' },
  'verify-ca': { use: 'always', verifies: 'issuer' },
  'verify-identity': { use: 'always', verifies: 'name' },
}

/** A file of authorities alone means that they must have certified the server, as for MySQL's programs. */
function modeOf(parameters: Parameters, hasAuthorities: boolean): Mode | undefined {
  const given = ['sslmode', 'ssl-mode', 'ssl'].filter((name) => parameters.has(name))
  if (given.length > 1) {
    throw new ConnectionStringError(`the connection has both ${given.join(' and ')}: give one`)
  }
  const ssl = oneOf('ssl', parameters.get('ssl'), ['true', 'false'])
  if (ssl !== undefined) return ssl === 'true' ? 'verify-identity' : 'disabled'
  const text = parameters.get('sslmode') ?? parameters.get('ssl-mode')
  // MySQL's programs write VERIFY_CA.
  const mode = oneOf('sslmode', text?.toLowerCase().replace('_', '-'), MODES)
  return mode ?? (hasAuthorities ? 'verify-ca' : undefined)
}
