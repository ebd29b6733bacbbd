/** Explains to the operator why a server cannot be used: what is the same for all engines with servers. */
import { errorCode } from '../error-code'
import { addressText, type Address } from './connection-url/address'
import { explainEncryption } from './explain-encryption'
import { ConnectTimeoutError, EncryptionNotOfferedError } from './sessions/session-errors'

/** The server, or all servers of the connection string. */
export interface NamedServer {
  /** For messages: hosts with their ports, or sockets. */
  readonly server: string
  /** The hosts alone. */
  readonly hosts: string
}

/** Explanations by the code of an error. */
type Explanations<Target> = Readonly<
  Record<string, (to: Target & NamedServer, error: unknown) => string>
>

/** https://nodejs.org/api/errors.html#common-system-errors */
const SYSTEM_ERRORS: Explanations<unknown> = {
  ENOTFOUND: ({ hosts }) => `host not found: ${hosts}`,
  EAI_AGAIN: ({ hosts }) => `host not found: ${hosts}`,
  ECONNREFUSED: ({ server }) => `nothing listens at ${server}: connection refused`,
  ENOENT: ({ server }) => `there is no socket ${server}: is the server running?`,
  ETIMEDOUT: ({ server }) => `no response from ${server}`,
  ECONNRESET: ({ server }) => `${server} closed the connection`,
}

export interface EngineFailures<Target> {
  /** Errors of the server and of the driver. */
  readonly explanations: Explanations<Target>
  /** What to do, other than to configure TLS, if the server offers none. */
  readonly withoutTls: (target: Target) => string
  /** The parameter that names the file of trusted authorities. */
  readonly authorities: string
}

/** @param address the server, if the connection string names several */
export function explainServerFailure<Target extends { readonly addresses: readonly Address[] }>(
  error: unknown,
  target: Target,
  { explanations, withoutTls, authorities }: EngineFailures<Target>,
  address?: Address,
): string {
  const addresses = address ? [address] : target.addresses
  const server = addresses.map(addressText).join(', ')
  if (error instanceof ConnectTimeoutError) return `no response from ${server}`
  if (error instanceof EncryptionNotOfferedError) {
    return `${server} offers no TLS: configure it there, or ${withoutTls(target)}`
  }
  const code = errorCode(error)
  const explain = explanations[code] ?? SYSTEM_ERRORS[code]
  const hosts = addresses.map(({ host }) => host).join(', ')
  if (explain) return explain({ ...target, server, hosts }, error)
  return (
    explainEncryption(error, server, authorities) ??
    `cannot use the database at ${server}${code === '' ? ': is it a server of another kind?' : ` (${code})`}`
  )
}
