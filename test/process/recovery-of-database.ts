/** A program that starts before its database. */
import type { BuiltProgram } from '../support/built-program'
import { freePort } from '../support/free-port'
import { waitUntil } from '../support/wait-until'
import { fetchJson } from './fetch-json'

/**
 * Sends requests while the database is unavailable, and again afterwards.
 * @param provide makes the database available
 */
export async function expectRecovery(
  { serve }: Pick<BuiltProgram, 'serve'>,
  connection: string,
  provide: () => void | Promise<void>,
  tables: readonly string[],
): Promise<void> {
  const port = await freePort()
  const serving = serve([connection, '--wait-for-database', 'true', '--port', String(port)])
  const origin = `http://127.0.0.1:${port}`
  await waitUntil(() => fetch(origin).catch(() => undefined))
  expect(await fetchJson(`${origin}/healthz`)).toMatchObject({ status: 200 })
  expect(await fetchJson(`${origin}/readyz`)).toEqual({ status: 503, body: { status: 'starting' } })
  expect(await fetchJson(`${origin}/api/table-viewer/tables`)).toEqual({
    status: 500,
    body: { error: 'DATABASE_ERROR', message: 'The database failed or is not reachable.' },
  })
  await provide()
  const { baseUrl } = await serving
  // The database is checked once in 0.9 seconds.
  await waitUntil(async () => (await fetchJson(`${origin}/readyz`)).status === 200)
  expect(await fetchJson(`${origin}/readyz`)).toEqual({ status: 200, body: { status: 'ready' } })
  expect(await fetchJson(`${baseUrl}/tables`)).toEqual({ status: 200, body: tables })
}
