import { hasTag } from './test-tag'

/** A server that runs before the tests. */
export interface ServerAddress {
  /** The engine, for titles; `mysql` and `mariadb` are different engines of one dialect. */
  readonly name: string
  /** The folder in `dialects/` and in `test/engines/`. */
  readonly dialect: string
  readonly url: string
}

export const SERVERS_VARIABLE = 'TEST_SERVERS'
export const QUIET_SERVERS_VARIABLE = 'TEST_QUIET_SERVERS'

/** The servers for this test file: files with the tag `@quiet` have their own. */
export function testServers(): readonly ServerAddress[] {
  const quiet = process.env[QUIET_SERVERS_VARIABLE]
  const file = 'expect' in globalThis ? expect.getState().testPath : undefined
  if (quiet === undefined || file === undefined || !hasTag(file, 'quiet')) return sharedServers()
  return JSON.parse(quiet) as ServerAddress[]
}

export function sharedServers(): readonly ServerAddress[] {
  return JSON.parse(process.env[SERVERS_VARIABLE] ?? '[]') as ServerAddress[]
}

/** The servers with a network connection; SQLite has none. */
export function networkServers(): readonly ServerAddress[] {
  return testServers().filter(({ url }) => new URL(url).hostname !== '')
}

/** One server of each dialect: of MySQL and MariaDB, the lighter one. */
export function oneOfEachDialect<Server extends Pick<ServerAddress, 'name' | 'dialect'>>(
  servers: readonly Server[],
): Server[] {
  const lighter = servers.filter(({ name }) => name === 'mariadb')
  return [...new Map([...servers, ...lighter].map((server) => [server.dialect, server])).values()]
}
