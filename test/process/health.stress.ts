/** `/healthz` and `/readyz` on the port of the API. */
import { builtProgram } from '../support/built-program'
import { fetchJson } from './fetch-json'

const program = builtProgram()
const { serve } = program
afterAll(() => {
  program.clear()
})

it('needs no credentials on the port of the API', async () => {
  const { baseUrl } = await serve(['--jwt-secret', 'x'.repeat(32)])
  const { origin } = new URL(baseUrl)
  expect(await fetchJson(`${origin}/healthz`)).toEqual({ status: 200, body: { status: 'ok' } })
  expect(await fetchJson(`${origin}/readyz`)).toEqual({ status: 200, body: { status: 'ready' } })
  expect(await fetchJson(`${origin}/metrics`)).toMatchObject({ status: 404 })
  expect(await fetchJson(`${baseUrl}/tables`)).toMatchObject({ status: 401 })
})
