/** The servers that the set-up has started, as test files see them. */
export interface ServerAddress {
  /** The engine, for titles: `mariadb` is another than `mysql`. */
  readonly name: string
  /** The folder in `dialects/`. */
  readonly dialect: string
  readonly url: string
}

export const SERVERS_VARIABLE = 'TEST_SERVERS'

export function testServers(): readonly ServerAddress[] {
  return JSON.parse(process.env[SERVERS_VARIABLE] ?? '[]') as ServerAddress[]
}
