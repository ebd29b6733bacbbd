import type { IncomingMessage } from 'node:http'
import ipaddr from 'ipaddr.js'
import proxyAddr from 'proxy-addr'

/** Who has sent a request, as far as the network tells. */
export type AddressOf = (request: IncomingMessage) => string

/**
 * `X-Forwarded-For` is believed as far as the proxies that are named have written it: anybody can send
 * the header, and with it another address for each request.
 * @param proxies addresses, networks like `10.0.0.0/8`, or `loopback`, `linklocal`, `uniquelocal`
 * @param onUnnamedProxy called once, when the header comes from an address that is not named
 * @throws TypeError for what is none of these
 */
export function addressBehind(
  proxies: readonly string[],
  onUnnamedProxy?: (address: string) => void,
): AddressOf {
  const isProxy = proxyAddr.compile([...proxies])
  const isTrusted = (address: string, hop: number): boolean =>
    address.length <= LONGEST_ADDRESS && isProxy(address, hop)
  let hasTold = false
  return (request) => {
    const sender = request.socket.remoteAddress ?? ''
    const isForwarded = request.headers['x-forwarded-for'] !== undefined
    if (!hasTold && isForwarded && !isTrusted(sender, 0)) {
      hasTold = true
      onUnnamedProxy?.(sender)
    }
    // What a proxy has written may be no address at all.
    const forwarded = proxyAddr(request, isTrusted)
    return isAddress(forwarded) ? forwarded : (request.socket.remoteAddress ?? '')
  }
}

/** Characters of an IPv6 address with an IPv4 one in it and the name of an interface, and more. */
const LONGEST_ADDRESS = 100

/** The library takes time to the square of the colons in what is no address. */
function isAddress(text: string): boolean {
  return text.length <= LONGEST_ADDRESS && ipaddr.isValid(text)
}

/** One caller has a whole network of IPv6 addresses. https://www.rfc-editor.org/rfc/rfc6177 */
export function networkOf(address: string): string {
  if (!isAddress(address)) return address
  const parsed = ipaddr.process(address)
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString()
  const network = parsed.parts.slice(0, 4).map((part) => part.toString(16))
  return `${network.join(':')}::/64`
}
