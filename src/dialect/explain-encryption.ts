/** Explains why Node.js has not accepted a server's certificate, or cannot encrypt the connection. */
import { errorCode } from '../error-code'

/** https://nodejs.org/api/tls.html#x509-certificate-error-codes */
const UNTRUSTED: ReadonlySet<string> = new Set([
  'SELF_SIGNED_CERT_IN_CHAIN',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'CERT_UNTRUSTED',
])

const OUTDATED: ReadonlySet<string> = new Set(['CERT_HAS_EXPIRED', 'CERT_NOT_YET_VALID'])

/**
 * @param authorities the parameter that names the file of trusted authorities
 * @returns `undefined` for other errors
 */
export function explainEncryption(
  error: unknown,
  server: string,
  authorities: string,
): string | undefined {
  const code = errorCode(error)
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    return `the certificate of ${server} is for another host: connect by a name that it contains`
  }
  if (UNTRUSTED.has(code)) {
    return (
      `the certificate of ${server} was not issued by a trusted authority (${code}): ` +
      `name the file of its authority by ${authorities}=FILE`
    )
  }
  if (OUTDATED.has(code)) return `the certificate of ${server} is not valid today (${code})`
  if (code === 'CERT_REVOKED') return `the certificate of ${server} is revoked`
  if (!/^(ERR_SSL_|ERR_OSSL_|ERR_TLS_|EPROTO$|UNENCRYPTABLE$)/.test(code)) return undefined
  return `cannot encrypt the connection to ${server} (${code})`
}
