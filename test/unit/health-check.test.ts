/** The health check of a container. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import { checkHealth } from '../../src/program/health-check'

/** Some of the ports that `fetch` refuses: https://fetch.spec.whatwg.org/#port-blocking */
const REFUSED_PORTS = [6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080]

const settings = { host: '0.0.0.0', adminHost: '127.0.0.1' }

const server = createServer((request, response) => {
  response.writeHead(request.url === '/healthz' ? status : 404).end('{}')
})
let status = 200
let port = 0

beforeAll(async () => {
  for (const candidate of REFUSED_PORTS) {
    const attempt = server.listen(candidate, '127.0.0.1')
    const isListening = await once(attempt, 'listening').then(
      () => true,
      () => false,
    )
    if (!isListening) continue
    port = candidate
    return
  }
})

afterAll(() => {
  server.close()
})

it('reaches a program on a port that browsers refuse', async () => {
  await expect(checkHealth({ ...settings, port })).resolves.toBeUndefined()
})

it('fails with the status of another response', async () => {
  status = 503
  const url = `http://127.0.0.1:${port}/healthz`
  await expect(checkHealth({ ...settings, port })).rejects.toThrow(
    `${url} responds with status 503`,
  )
})

it('fails without a response', async () => {
  await expect(checkHealth({ ...settings, host: '127.0.0.2', port })).rejects.toThrow(
    `no response from http://127.0.0.2:${port}/healthz`,
  )
})
