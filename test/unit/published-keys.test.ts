/** The keys of a JWKS URL as `--check` fetches them. */
import type { RequestListener } from 'node:http'
import { countPublishedKeys } from '../../src/http/authentication/published-keys'
import { StartError } from '../../src/start-error'
import { listen, stopServers } from '../support/authentication'
import { freePort } from '../support/free-port'
import { KEY_PAIR } from '../support/json-web-tokens'

afterEach(stopServers)

/** Serves the response at a URL whose query is a secret. */
async function urlOf(respond: RequestListener): Promise<{ url: string; address: string }> {
  const address = `${await listen(respond)}/keys`
  return { url: `${address}?key=my-secret`, address }
}

/** The message of a refusal. @throws an error that the program would print with its stack */
async function refusalOf(url: string, timeout?: number): Promise<string> {
  const error: unknown = await countPublishedKeys(url, timeout).catch((refusal: unknown) => refusal)
  if (error instanceof StartError) return error.message
  throw error
}

it('counts the keys', async () => {
  const key = KEY_PAIR.publicKey.export({ format: 'jwk' })
  const body = JSON.stringify({ keys: [key, { ...key, kid: 'b' }] })
  const { url } = await urlOf((_request, response) => response.end(body))
  expect(await countPublishedKeys(url)).toBe(2)
})

it.each<[string, RequestListener, string]>([
  [
    'another status',
    (_request, response) => response.writeHead(404).end(),
    'the server of the keys responds 404',
  ],
  [
    'a redirect',
    (_request, response) => response.writeHead(302, { Location: '/' }).end(),
    'the server of the keys responds 302',
  ],
  [
    'a page',
    (_request, response) => response.end('<!doctype html>'),
    'the response is not a key set (JWKS)',
  ],
  [
    'other JSON',
    (_request, response) => response.end('{"keys": [1]}'),
    'the response is not a key set (JWKS)',
  ],
  ['no key', (_request, response) => response.end('{"keys": []}'), 'there are no keys'],
  [
    'a closed connection',
    (request) => request.socket.destroy(),
    'the server closed the connection without a response',
  ],
])('says why there are no keys: %s', async (_case, respond, reason) => {
  const { url, address } = await urlOf(respond)
  expect(await refusalOf(url)).toBe(`jwksUrl: ${address}: ${reason}`)
})

it('waits for a limited time', async () => {
  const { url, address } = await urlOf(() => undefined)
  expect(await refusalOf(url, 100)).toBe(`jwksUrl: ${address}: no response within 100 ms`)
})

it('says that nothing listens', async () => {
  const url = `http://127.0.0.1:${await freePort()}/keys`
  expect(await refusalOf(url)).toBe(`jwksUrl: cannot reach ${url}: connection refused`)
})
