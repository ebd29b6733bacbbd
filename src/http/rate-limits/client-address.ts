import type { IncomingMessage } from 'node:http'
import ipaddr from 'ipaddr.js'
import proxyAddr from 'proxy-addr'

/** Returns the network address of a request's client. */
export type AddressOf = (request: IncomingMessage) => string

/**
 * Reads the client address from `X-Forwarded-For`, but trusts only entries that a trusted proxy added:
 * any client can send the header with any address.
 * @param proxies addresses, networks like `10.0.0.0/8`, or `loopback`, `linklocal`, `uniquelocal`
 * @param onUntrustedProxy called once, when another address sends the header
 * @throws TypeError if a proxy is not valid
 */
export function addressBehind(
  proxies: readonly string[],
  onUntrustedProxy?: (address: string) => void,
): AddressOf {
  const isProxy = proxyAddr.compile([...proxies])
  const isTrusted = (address: string, hop: number): boolean =>
    address.length <= MAX_ADDRESS_LENGTH && isProxy(withoutPort(address), hop)
  let isReported = false
  return (request) => {
    const sender = request.socket.remoteAddress ?? ''
    const isForwarded = request.headers['x-forwarded-for'] !== undefined
    if (!isReported && isForwarded && !isTrusted(sender, 0)) {
      isReported = true
      onUntrustedProxy?.(sender)
    }
    // A proxy may have added a text that is not an address.
    const forwarded = withoutPort(proxyAddr(request, isTrusted))
    return isAddress(forwarded) ? forwarded : (request.socket.remoteAddress ?? '')
  }
}

/** Some proxies add the client's port. An IPv6 address has brackets then. */
function withoutPort(entry: string): string {
  const [, ipv4, ipv6] = /^(?:([\d.]+):\d+|\[([^\]]+)\](?::\d+)?)$/.exec(entry) ?? []
  return ipv4 ?? ipv6 ?? entry
}

/** Characters; enough for an IPv6 address with an embedded IPv4 address, a zone and a port. */
const MAX_ADDRESS_LENGTH = 100

/** Bounds the length first: the library takes quadratic time for texts with many colons. */
function isAddress(text: string): boolean {
  return text.length <= MAX_ADDRESS_LENGTH && ipaddr.isValid(text)
}

/** Groups IPv6 addresses by network, because one client has a whole network: https://www.rfc-editor.org/rfc/rfc6177 */
export function networkOf(address: string): string {
  if (!isAddress(address)) return address
  const parsed = ipaddr.process(address)
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString()
  const network = parsed.parts.slice(0, 4).map((part) => part.toString(16))
  return `${network.join(':')}::/64`
}
