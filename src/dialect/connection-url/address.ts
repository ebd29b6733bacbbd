/** Addresses of servers, as connection strings name them. */
import { hostInUrl, isLoopback } from '../../host-name'

export interface Address {
  /** A name or an IP address without brackets; for a socket, its path as the connection string has it. */
  readonly host: string
  /** 0 if the database is a file, which has no port. */
  readonly port: number
  /** The file of a Unix-domain socket, to connect to instead of the host and the port. */
  readonly socketPath?: string
}

/** For messages: `host:port`, or the path of a socket or of a database file. */
export function addressText({ host, port, socketPath }: Address): string {
  if (socketPath !== undefined) return socketPath
  if (port === 0) return host
  return `${hostInUrl(host)}:${port}`
}

/** Whether connections to all of them stay on this machine. */
export function areLocal(addresses: readonly Address[]): boolean {
  return addresses.every(({ host, socketPath }) => socketPath !== undefined || isLoopback(host))
}

/** A host and a port as texts; either may be empty. */
export interface HostText {
  readonly host: string
  readonly port: string
}

/**
 * Hosts of the form `h1:p1,h2,[::1]:p3`.
 * @returns `undefined` for another form
 */
export function parseHosts(text: string): HostText[] | undefined {
  const hosts = text
    .split(',')
    .map((item) => /^(?:\[([^\]]*)\]|([^:[\]]*))(?::(\d*))?$/.exec(item))
    .map((match) => match && { host: match[1] ?? match[2] ?? '', port: match[3] ?? '' })
  return hosts.every((host) => host !== null) ? hosts : undefined
}

/** @returns `undefined` if it is not a port */
export function parsePort(text: string): number | undefined {
  const port = Number(text)
  return /^\d+$/.test(text) && port >= 1 && port <= 65_535 ? port : undefined
}
