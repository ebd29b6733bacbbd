/** Explains to the operator why a server cannot be used: what is the same for all engines with servers. */
import { addressText, type Address } from './connection-url/address'
import { errorCode } from './driver-error'
import { explainEncryption } from './explain-encryption'
import { ConnectTimeoutError, EncryptionNotOfferedError } from './sessions/session-errors'

/** The server, or all servers of the connection string. */
export interface Place {
  /** For messages: hosts with their ports, or sockets. */
  readonly place: string
  /** The hosts alone. */
  readonly hosts: string
}

/** Explanations by the code of an error. */
export type Explanations<Target> = Readonly<
  Record<string, (to: Target & Place, error: unknown) => string>
>

/** https://nodejs.org/api/errors.html#common-system-errors */
const SYSTEM_ERRORS: Explanations<unknown> = {
  ENOTFOUND: ({ hosts }) => `host not found: ${hosts}`,
  EAI_AGAIN: ({ hosts }) => `host not found: ${hosts}`,
  ECONNREFUSED: ({ place }) => `nothing listens at ${place}: connection refused`,
  ENOENT: ({ place }) => `there is no socket ${place}: is the server running?`,
  ETIMEDOUT: ({ place }) => `no answer from ${place}`,
  ECONNRESET: ({ place }) => `${place} closed the connection`,
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
  const place = addresses.map(addressText).join(', ')
  if (error instanceof ConnectTimeoutError) return `no answer from ${place}`
  if (error instanceof EncryptionNotOfferedError) {
    return `${place} offers no TLS: configure it there, or ${withoutTls(target)}`
  }
  const code = errorCode(error)
  const explain = explanations[code] ?? SYSTEM_ERRORS[code]
  const hosts = addresses.map(({ host }) => host).join(', ')
  if (explain) return explain({ ...target, place, hosts }, error)
  return (
    explainEncryption(error, place, authorities) ??
    `cannot use the database at ${place}${code === '' ? '' : ` (${code})`}`
  )
}
