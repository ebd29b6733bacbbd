/**
 * Parses connection strings of servers. The class `URL` refuses the lists of hosts and the empty hosts
 * that libpq accepts. Error messages contain no secret.
 * https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-CONNSTRING-URIS
 */
import { decodedPart, splitOnce } from '../connection-text'
import { ConnectionStringError } from '../dialect'
import { parseHosts, parsePort, type Address, type HostText } from './address'
import { parseParameters, PASSWORD_PARAMETERS, type Parameters } from './parameters'

interface ConnectionUrl {
  /** Not empty, like every other part. */
  readonly user: string | undefined
  readonly password: string | undefined
  readonly database: string | undefined
  /** At least one, in order of preference. */
  readonly addresses: readonly Address[]
  readonly parameters: Parameters
}

/** What an engine's connection strings may contain. */
interface UrlForm {
  /** For messages. */
  readonly example: string
  /** Used if the connection string names no host; may be a list with commas, like the parameter. */
  readonly defaultHost: string
  /** Used if the connection string names no port; may be a list with commas, like the parameter. */
  readonly defaultPort: string
  /** Names of the parameters in addition to `host`, `port`, `user` and `password`. */
  readonly parameters: readonly string[]
  /** The file of the socket that a host with a leading `/` names. */
  socketPath(host: string, port: number): string
}

/** @throws ConnectionStringError */
export function parseConnectionUrl(connection: string, form: UrlForm): ConnectionUrl {
  const { login, hosts, path, query } = splitUrl(connection, form)
  const parameters = parseParameters(query, [
    'host',
    'port',
    'user',
    'password',
    ...form.parameters,
  ])
  const [user, password] = splitOnce(login, ':')
  return {
    user: parameters.get('user') ?? nonEmpty(decodedPart(user, 'user')),
    password: parameters.get('password') ?? nonEmpty(decodedPart(password, 'password')),
    database: nonEmpty(decodedPart(path, 'database')),
    addresses: addressesOf(hosts, parameters, form),
    parameters,
  }
}

interface UrlParts {
  readonly login: string
  readonly hosts: readonly HostText[]
  readonly path: string
  readonly query: string
}

function splitUrl(connection: string, form: UrlForm): UrlParts {
  const [scheme, rest] = splitOnce(connection, '://')
  if (!/^\w+$/.test(scheme)) throw formError(form)
  const end = rest.search(/[/?#]/)
  const authority = end === -1 ? rest : rest.slice(0, end)
  const afterHost = end === -1 ? '' : rest.slice(end)
  const [beforeFragment, fragment] = splitOnce(afterHost, '#')
  const [path, query] = splitOnce(beforeFragment, '?')
  // The password may contain an `@`, a host may not.
  const at = authority.lastIndexOf('@')
  refuseAtSignAfterHost(at === -1, path, query, fragment)
  if (afterHost.includes('#')) {
    throw new ConnectionStringError('the connection contains a #: write # as %23')
  }
  const hosts = parseHosts(authority.slice(at + 1))
  if (!hosts) throw formError(form)
  return { login: authority.slice(0, Math.max(at, 0)), hosts, path: path.slice(1), query }
}

const MAY_CONTAIN_AT: readonly string[] = ['user', ...PASSWORD_PARAMETERS]

/**
 * A `/`, `?` or `#` in a password ends the host of a URL, and the rest of the password becomes the name
 * of a database or a parameter, which messages show.
 */
function refuseAtSignAfterHost(
  hasNoLogin: boolean,
  path: string,
  query: string,
  fragment: string,
): void {
  const parameters = query.split('&').filter((parameter) => {
    const [name] = splitOnce(parameter, '=')
    return hasNoLogin || !MAY_CONTAIN_AT.includes(name)
  })
  const after = [path, fragment, ...parameters]
  if (after.some((text) => text.includes('@'))) {
    throw new ConnectionStringError(
      'the connection has an @ after its host: in a user or a password, write / as %2F, ? as %3F and # as %23; elsewhere, write @ as %40',
    )
  }
}

/** As in libpq, the parameter `host` replaces the hosts of the URL, and `port` its ports, independently. */
function addressesOf(
  authority: readonly HostText[],
  parameters: Parameters,
  form: UrlForm,
): Address[] {
  const hosts = namedHosts(authority, parameters) ?? form.defaultHost.split(',')
  const defaultPorts = form.defaultPort.split(',')
  const ports = parameters.get('port')?.split(',') ?? urlPorts(authority) ?? defaultPorts
  refuseUnequalNumbers(hosts, ports)
  if (ports.includes('')) refuseUnequalNumbers(hosts, defaultPorts)
  return hosts.map((host, index) => {
    const text = portAt(ports, index) || portAt(defaultPorts, index)
    const port = parsePort(text)
    if (port === undefined) {
      throw new ConnectionStringError(`the port "${text}" must be a number from 1 to 65535`)
    }
    if (host === '') throw formError(form)
    if (!host.startsWith('/')) return { host, port }
    return { host, port, socketPath: form.socketPath(host, port) }
  })
}

function refuseUnequalNumbers(hosts: readonly string[], ports: readonly string[]): void {
  if (ports.length === 1 || ports.length === hosts.length) return
  const ofHosts = hosts.length === 1 ? '1 host' : `${hosts.length} hosts`
  throw new ConnectionStringError(
    `the connection has ${ofHosts} and ${ports.length} ports: give one port, or one for each host`,
  )
}

/** A single port is that of all hosts. */
function portAt(ports: readonly string[], index: number): string {
  return ports[ports.length === 1 ? 0 : index] ?? ''
}

/** The hosts of the parameter `host`, else those of the URL. */
function namedHosts(
  authority: readonly HostText[],
  parameters: Parameters,
): readonly string[] | undefined {
  const listed = parameters.get('host')
  if (listed !== undefined) return listed.split(',')
  const hosts = authority.map(({ host }) => decodedPart(host, 'host'))
  return hosts.length === 1 && hosts[0] === '' ? undefined : hosts
}

/** The port of each host of the URL, empty for a host without one; `undefined` if no host has one. */
function urlPorts(authority: readonly HostText[]): readonly string[] | undefined {
  const ports = authority.map(({ port }) => port)
  return ports.some((port) => port !== '') ? ports : undefined
}

function nonEmpty(text: string): string | undefined {
  return text === '' ? undefined : text
}

function formError({ example }: UrlForm): ConnectionStringError {
  return new ConnectionStringError(`the connection must be of the form ${example}`)
}
