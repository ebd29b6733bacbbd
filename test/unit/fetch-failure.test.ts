/** The words for failures of `fetch`, with the errors of Node.js itself. */
import { once } from 'node:events'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { fetchFailure } from '../../src/fetch-failure'
import { freePort } from '../support/free-port'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

async function portOf(server: Server): Promise<number> {
  servers.push(server.listen(0, '127.0.0.1'))
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

/** Does the same with each connection when the request arrives. */
const serve = (respond: (socket: Socket) => void): Promise<number> =>
  portOf(
    createServer((socket) => {
      socket
        .on('error', () => undefined)
        .once('data', () => {
          respond(socket)
        })
    }),
  )

async function failureOf(url: string): Promise<string> {
  try {
    await (await fetch(url)).text()
  } catch (error) {
    return fetchFailure(url, error)
  }
  throw new Error('fetch has not failed')
}

it('says that nothing listens', async () => {
  const url = `http://127.0.0.1:${await freePort()}/x`
  expect(await failureOf(url)).toBe(`cannot reach ${url}: connection refused`)
})

it.each([
  ['http://no-such-host.invalid/x', 'host not found'],
  ['http://127.0.0.1:6000/x', 'browsers and Node.js block this port'],
])('says why it cannot reach %s', async (url, reason) => {
  expect(await failureOf(url)).toBe(`cannot reach ${url}: ${reason}`)
})

const HEAD = 'HTTP/1.1 200 OK\r\n'

it.each<[string, (socket: Socket) => unknown, string]>([
  [
    'closes the connection',
    (socket) => socket.destroy(),
    'the server closed the connection without a response',
  ],
  [
    'resets the connection',
    (socket) => socket.resetAndDestroy(),
    'the server closed the connection without a response',
  ],
  [
    'sends a part of the body',
    (socket) => socket.end(`${HEAD}Content-Length: 10\r\n\r\nabc`),
    'the server closed the connection within its response',
  ],
  [
    'sends text that is not compressed',
    (socket) => socket.end(`${HEAD}Content-Encoding: gzip\r\nContent-Length: 3\r\n\r\nabc`),
    'the response cannot be decompressed',
  ],
  [
    'has another protocol',
    (socket) => socket.end('SSH-2.0-x\r\n'),
    'the response is not valid HTTP (Expected HTTP/)',
  ],
  [
    'sends long headers',
    (socket) => socket.end(`${HEAD}X: ${'x'.repeat(40_000)}\r\n\r\n`),
    'the headers of the response are too long',
  ],
])('says what a server does that %s', async (_case, respond, reason) => {
  const url = `http://127.0.0.1:${await serve(respond)}/x`
  expect(await failureOf(url)).toBe(`${url}: ${reason}`)
})

it('says that a server has no TLS', async () => {
  const host = `127.0.0.1:${await serve((socket) => socket.end(`${HEAD}\r\n`))}`
  expect(await failureOf(`https://${host}/x`)).toMatch(
    `cannot reach https://${host}/x: cannot encrypt the connection to ${host} (ERR_SSL_`,
  )
})
