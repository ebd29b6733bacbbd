/** TLS of connections: what a connection string asks for, and the options of Node.js for it. */
import { readFileSync } from 'node:fs'
import { createSecureContext, type SecureContext, type SecureVersion } from 'node:tls'
import { errorCode } from '../error-code'
import { ConnectionStringError } from './dialect'

/**
 * When a session is encrypted. `if offered`: whenever the server offers it. `if demanded`: only if the server demands
 * it; this is the default for servers on this machine, because nobody can eavesdrop there, and encryption costs up to
 * a third of the throughput.
 */
export type EncryptionUse = 'always' | 'never' | 'if offered' | 'if demanded'

export interface Encryption {
  readonly use: EncryptionUse
  /** What the server's certificate must prove: nothing, who has issued it, or also the server's name. */
  readonly verifies: 'nothing' | 'issuer' | 'name'
  /** Files in PEM format. */
  readonly files: CertificateFiles
  readonly passphrase?: string | undefined
  readonly minVersion?: SecureVersion | undefined
  readonly maxVersion?: SecureVersion | undefined
}

/** Each with the name of the setting that names the file, for messages. */
interface CertificateFiles {
  /** The authorities to trust; default: those that Node.js trusts. */
  readonly ca?: NamedFile | undefined
  /** The client's certificate and its private key. */
  readonly cert?: NamedFile | undefined
  readonly key?: NamedFile | undefined
  /** Certificates that their authorities have revoked. */
  readonly crl?: NamedFile | undefined
}

export interface NamedFile {
  readonly source: string
  readonly path: string
}

/** Options of `tls.connect`. */
export interface TlsOptions {
  /** Made of the following properties, up to `rejectUnauthorized`. */
  readonly secureContext: SecureContext
  readonly ca?: string
  readonly cert?: string
  readonly key?: string
  readonly crl?: string
  readonly passphrase?: string
  readonly minVersion?: SecureVersion
  readonly maxVersion?: SecureVersion
  readonly rejectUnauthorized: boolean
  readonly checkServerIdentity?: () => undefined
}

interface MadeOptions {
  /** Of the files, in the order of `CertificateFiles`. */
  readonly contents: readonly (string | undefined)[]
  readonly options: TlsOptions
}

/** To parse the certificates of all authorities of a cloud takes 30 ms, and a pool opens many sessions at once. */
const made = new WeakMap<Encryption, MadeOptions>()

/**
 * Reads the files, so a new session uses a renewed certificate. While they are the same, so are the options.
 * @throws ConnectionStringError if a file cannot be read or used
 */
export function tlsOptions(encryption: Encryption): TlsOptions {
  const { ca, cert, key, crl } = encryption.files
  const contents = [ca, cert, key, crl].map((file) => file && contentsOf(file))
  const last = made.get(encryption)
  if (last?.contents.every((text, index) => text === contents[index]) === true) return last.options
  const options = newOptions(encryption, contents)
  made.set(encryption, { contents, options })
  return options
}

/** @param contents of the files, in the order of `CertificateFiles` */
function newOptions(
  { verifies, files, passphrase, minVersion, maxVersion }: Encryption,
  [ca, cert, key, crl]: MadeOptions['contents'],
): TlsOptions {
  const options = {
    ...(ca !== undefined && { ca }),
    ...(cert !== undefined && { cert }),
    ...(key !== undefined && { key }),
    ...(crl !== undefined && { crl }),
    ...(passphrase !== undefined && { passphrase }),
    ...(minVersion && { minVersion }),
    ...(maxVersion && { maxVersion }),
    rejectUnauthorized: verifies !== 'nothing',
    ...(verifies !== 'name' && { checkServerIdentity: () => undefined }),
  }
  // Now, because a driver may throw the error where no code can catch it.
  try {
    return { ...options, secureContext: createSecureContext(options) }
  } catch (cause) {
    const named = [files.ca, files.cert, files.key, files.crl]
    const sources = named.flatMap((file) => (file ? [file.source] : []))
    throw new ConnectionStringError(
      `the files of ${sources.join(', ')} cannot be used for TLS (${errorCode(cause)})`,
      { cause },
    )
  }
}

function contentsOf({ source, path }: NamedFile): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    throw new ConnectionStringError(`the file of ${source} cannot be read: ${path}`, { cause })
  }
}

/**
 * `verify-ca` without a file of authorities would accept any certificate of a public authority, and
 * anybody can have one.
 * @param file the parameter that names the file of authorities
 * @param strictest the mode that verifies the server's name too
 */
export function missingAuthorityError(file: string, strictest: string): ConnectionStringError {
  return new ConnectionStringError(
    `sslmode=verify-ca needs the file of the authority: add ${file}=FILE, or use ${strictest}`,
  )
}

/** @throws ConnectionStringError if there is a certificate of the client without its key, or a key alone */
export function certificateFiles(
  files: CertificateFiles,
  names: { readonly cert: string; readonly key: string },
): CertificateFiles {
  const { cert, key } = files
  if (cert && !key) throw new ConnectionStringError(`${names.cert} needs ${names.key}`)
  if (key && !cert) throw new ConnectionStringError(`${names.key} needs ${names.cert}`)
  return files
}
