/**
 * `/healthz`, `/readyz` and `/metrics`. openapi.test.ts requests them without credentials, and health.stress.ts
 * reads their bodies then.
 */
import { builtProgram } from '../support/built-program'
import { effort } from '../support/effort'
import { freePort } from '../support/free-port'
import { fetchJson } from './fetch-json'
import { waitUntil } from '../support/wait-until'

const program = builtProgram()
const { serve } = program
afterAll(() => {
  program.clear()
})

it('health moves to the admin port', async () => {
  const port = await freePort()
  const { baseUrl } = await serve(['--admin-port', String(port), '--metrics', 'true'])
  for (const name of ['healthz', 'readyz', 'metrics']) {
    expect((await fetch(`http://127.0.0.1:${port}/${name}`)).status).toBe(200)
    expect((await fetch(`${new URL(baseUrl).origin}/${name}`)).status).toBe(404)
  }
  expect(await fetchJson(`http://127.0.0.1:${port}/healthz`)).toEqual({
    status: 200,
    body: { status: 'ok' },
  })
  expect(await fetchJson(`http://127.0.0.1:${port}/nope`)).toMatchObject({
    body: { error: 'NOT_FOUND' },
  })
})

/** worker-metrics.test.ts has those of two workers. */
it.each(effort(['1'], ['1', '2']))(
  'metrics count the requests of %s workers',
  async (workers) => {
    const { baseUrl } = await serve(['--workers', workers, '--metrics', 'true'])
    // A new connection for each request, so that every worker gets some.
    const headers = { Connection: 'close' }
    for (let sent = 0; sent < 10; sent++) {
      await (await fetch(`${baseUrl}/query?table=products&limit=2`, { headers })).text()
    }
    await (await fetch(`${baseUrl}/query?table=nope`, { headers })).text()
    const { origin } = new URL(baseUrl)
    const metrics = async (): Promise<string> => (await fetch(`${origin}/metrics`)).text()
    const all = 'tablequery_request_duration_seconds_count{route="query"} 11'
    // A request is counted after its client has received the response.
    await waitUntil(async () => (await metrics()).includes(all))
    const text = await metrics()
    expect(text).toContain('tablequery_requests_total{method="GET",route="query",status="200"} 10')
    expect(text).toContain('tablequery_requests_total{method="GET",route="query",status="404"} 1')
    expect(text).toContain('tablequery_rows_total 20')
    expect(text).toMatch(/tablequery_pool_connections\{state="free"\} \d/)
    expect(text).toContain('process_resident_memory_bytes')
  },
  60_000,
)
