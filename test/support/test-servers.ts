/** A server that the global set-up has started. */
export interface ServerAddress {
  /** The engine, for titles; `mysql` and `mariadb` are different engines of one dialect. */
  readonly name: string
  /** The folder in `dialects/` and in `test/engines/`. */
  readonly dialect: string
  readonly url: string
}

export const SERVERS_VARIABLE = 'TEST_SERVERS'

export function testServers(): readonly ServerAddress[] {
  return JSON.parse(process.env[SERVERS_VARIABLE] ?? '[]') as ServerAddress[]
}

/** The servers with a network connection; SQLite has none. */
export function networkServers(): readonly ServerAddress[] {
  return testServers().filter(({ url }) => new URL(url).hostname !== '')
}
