/** Memory of the program while clients do not read the files of its pages. */
import { once } from 'node:events'
import { connect } from 'node:net'
import { builtProgram } from '../support/built-program'
import { residentMemory } from '../support/process-family'
import { decoded, sendRequest } from '../support/send-request'

const CLIENTS = 5
const PIPELINED = 40
const MAX_MEGABYTES = 300

const program = builtProgram()
afterAll(() => {
  program.clear()
})

it(`stays below ${MAX_MEGABYTES} MB with 200 responses of a large file`, async () => {
  const { baseUrl, child } = await program.serve(['--log-level', 'error'])
  const { origin, port } = new URL(baseUrl)
  const page = await (await fetch(`${origin}/docs/`)).text()
  const file = `/docs/${/src="\.\/(assets\/[^"]+\.js)"/.exec(page)?.[1]}`
  const sockets = await Promise.all(
    Array.from({ length: CLIENTS }, async () => {
      const socket = connect(Number(port), '127.0.0.1').on('error', () => undefined)
      await once(socket, 'connect')
      socket.pause()
      const request = `GET ${file} HTTP/1.1\r\nHost: x\r\nAccept-Encoding: br\r\n\r\n`
      socket.write(request.repeat(PIPELINED))
      return socket
    }),
  )
  // Compressed after the files of the other clients.
  const response = await sendRequest(origin, file, { headers: { 'Accept-Encoding': 'br' } })
  const megabytes = residentMemory(child.pid ?? 0)
  for (const socket of sockets) socket.destroy()
  expect(decoded(response).length).toBeGreaterThan(1_000_000)
  expect(megabytes).toBeLessThan(MAX_MEGABYTES)
}, 60_000)
