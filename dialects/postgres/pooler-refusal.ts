/** Explains to the operator what a pooler refuses. pgbouncer has one code for all of it. */

/** By the messages of pgbouncer, which are always in English. */
const REFUSALS: readonly (readonly [RegExp, string])[] = [
  [/startup parameter/, 'refuses a parameter of the connection: remove ?options= from it'],
  [
    /no more connections allowed/,
    'has no connection left: raise its max_client_conn, or lower --pool-size times --workers',
  ],
  [
    /query_wait_timeout/,
    'has no connection to the server left: raise its pool size, or lower --pool-size and --idle-timeout',
  ],
  [
    /server.login.(failed|has been failing)|login_retry|does not exist|authentication failed/,
    "cannot log in to its server: check the user, password and database in the pooler's configuration",
  ],
]

/** @param error has the code 08P01, protocol_violation */
export function explainPoolerRefusal({ server }: { server: string }, error: unknown): string {
  const message = error instanceof Error ? error.message : ''
  const refusal = REFUSALS.find(([words]) => words.test(message))
  return refusal
    ? `the pooler at ${server} ${refusal[1]}`
    : `the server or the pooler at ${server} refuses the connection`
}
