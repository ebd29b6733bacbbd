/** The OpenAPI document and its page; command-line.test.ts starts a program without them. */
import type { OpenApiDocument } from '../../src'
import { builtProgram } from '../support/built-program'
import { flawsBy } from '../support/described-response'
import { sendRequest } from '../support/send-request'

const program = builtProgram()
const { serve } = program
afterAll(() => {
  program.clear()
})

/** Paths, and the status of a GET request without credentials. */
const STATUSES: Readonly<Record<string, number>> = {
  '/openapi.json': 200,
  '/healthz': 200,
  '/readyz': 200,
  '/metrics': 200,
  '/x/y/tables': 401,
  '/nope': 404,
}

let origin: string
beforeAll(async () => {
  const jwt = ['--jwt-secret', 'x'.repeat(32)]
  const { baseUrl } = await serve(['--metrics', 'true', '--mount-path', '/x/y', ...jwt])
  origin = new URL(baseUrl).origin
}, 60_000)

it('describes the responses to every method on every path', async () => {
  const { text } = await sendRequest(origin, '/openapi.json')
  const flawOf = flawsBy(JSON.parse(text) as OpenApiDocument)
  for (const [path, status] of Object.entries(STATUSES)) {
    expect([path, (await sendRequest(origin, path)).status]).toEqual([path, status])
    for (const method of ['GET', 'HEAD', 'OPTIONS', 'POST']) {
      const response = await sendRequest(origin, path, { method })
      expect([method, path, flawOf(method, path, response)]).toEqual([method, path, undefined])
    }
  }
})

it('has a page', async () => {
  const { status, headers } = await sendRequest(origin, '/docs/')
  expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
})
