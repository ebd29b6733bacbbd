/** `--wait-for-database`: the database becomes available after the start. */
import { copyFileSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import { people } from '../../fixtures/conformance/conformance'
import { builtProgram } from '../support/built-program'
import { describeEachNetworkEngine } from '../support/describe-each-engine'
import { forwardTo } from '../support/forward'
import { freePort } from '../support/free-port'
import { fetchJson } from './fetch-json'
import { createSlowDatabase } from './slow-database'
import { waitUntil } from '../support/wait-until'

const program = builtProgram()
const { folder, serve } = program
afterAll(() => {
  program.clear()
})

/**
 * Sends requests while the database is unavailable, and again afterwards.
 * @param provide makes the database available
 */
async function expectRecovery(
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

describeEachNetworkEngine('the start before the server', { tables: [people], views: [] }, (t) => {
  it('serves queries once the port is open', async () => {
    const server = new URL(t.database.url)
    const port = await freePort()
    const url = new URL(server)
    url.host = `127.0.0.1:${port}`
    const forwarding = createServer(forwardTo(server))
    await expectRecovery(url.href, () => void forwarding.listen(port, '127.0.0.1'), ['people'])
    forwarding.close()
  }, 60_000)
})

describe('the start before the SQLite file', () => {
  it('serves queries once the file exists', async () => {
    const file = path.join(folder, 'later.db')
    const provide = (): void => {
      copyFileSync(createSlowDatabase(folder), file)
    }
    await expectRecovery(`sqlite:${file}`, provide, ['fast', 'slow'])
  }, 60_000)
})
