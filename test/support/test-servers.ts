/** The servers that the global set-up has started. */
export interface ServerAddress {
  /** The engine, for titles: `mariadb` is another than `mysql`. */
  readonly name: string
  /** The folder in `dialects/` and in `test/engines/`. */
  readonly dialect: string
  readonly url: string
}

export const SERVERS_VARIABLE = 'TEST_SERVERS'

export function testServers(): readonly ServerAddress[] {
  return JSON.parse(process.env[SERVERS_VARIABLE] ?? '[]') as ServerAddress[]
}

/** Those that are reached by a network; a file cannot fall silent, for example. */
export function networkServers(): readonly ServerAddress[] {
  return testServers().filter(({ url }) => new URL(url).hostname !== '')
}
