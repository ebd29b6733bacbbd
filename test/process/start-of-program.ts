/** A program that waits for its database, so that its start lasts. */

/** Milliseconds for a start on a busy machine. */
export const START_TIMEOUT = 40_000

export const isAlive = (port: number) => async (): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/healthz`).then(
    () => true,
    () => false,
  )

/** Waits for a database in the folder, which never exists. */
export const waitingArgs = (folder: string, port: number, workers: string): string[] => [
  ...[`sqlite:${folder}/never.db`, '--wait-for-database', 'true'],
  ...['--port', String(port), '--workers', workers],
]

/** The same as environment variables, without the port and the workers. */
export const waitingEnvironment = (folder: string): Record<string, string> => ({
  DATABASE_URL: `sqlite:${folder}/never.db`,
  TABLEQUERY_WAIT_FOR_DATABASE: 'true',
})
