/** The shutdown on SIGINT and SIGTERM; shutdown.stress.ts has each of them, and one to all processes. */
import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { builtProgram } from '../support/built-program'
import { freePort } from '../support/free-port'
import { fetchJson } from './fetch-json'
import { createSlowDatabase, untilConnectionIsUsed } from './slow-database'
import { waitUntil } from '../support/wait-until'

const program = builtProgram()
const slow = createSlowDatabase(program.folder)
const agent = new Agent({ keepAlive: true })
afterAll(() => {
  agent.destroy()
  program.clear()
})

/** Resolves to the status of the response, or to the code of the connection's error. */
const statusOf = (url: string): Promise<number | string> =>
  new Promise((resolve) => {
    get(url, { agent }, (response) => {
      response.resume().once('end', () => {
        resolve(response.statusCode ?? 0)
      })
    }).on('error', (error: NodeJS.ErrnoException) => {
      resolve(error.code ?? '')
    })
  })

async function start(options: readonly string[] = []) {
  const port = await freePort()
  const admin = ['--admin-port', String(port), '--metrics', 'true']
  const { baseUrl, child } = await program.serve([slow, ...admin, ...options])
  return { baseUrl, child, adminOrigin: `http://127.0.0.1:${port}` }
}

async function untilStopping(adminOrigin: string): Promise<void> {
  await waitUntil(async () => {
    const { status, body } = await fetchJson(`${adminOrigin}/readyz`)
    return status === 503 && (body as { status: string }).status === 'stopping'
  })
}

it('completes running requests and accepts no new connections', async () => {
  const { baseUrl, child, adminOrigin } = await start()
  expect(await statusOf(`${baseUrl}/query?table=fast`)).toBe(200)
  const running = statusOf(`${baseUrl}/query?table=slow`)
  await untilConnectionIsUsed(adminOrigin)
  const exit = once(child, 'exit')
  child.kill('SIGTERM')
  await untilStopping(adminOrigin)
  await expect(fetch(`${baseUrl}/tables`)).rejects.toThrow()
  expect(await running).toBe(200)
  const responded = Date.now()
  expect(await exit).toEqual([0, null])
  // Idle connections, which stay open for 65 s, do not delay it.
  expect(Date.now() - responded).toBeLessThan(5000)
}, 30_000)

it('disconnects clients after the drain timeout', async () => {
  const { baseUrl, child, adminOrigin } = await start(['--drain-timeout', '100'])
  const running = statusOf(`${baseUrl}/query?table=slow`)
  await untilConnectionIsUsed(adminOrigin)
  const exit = once(child, 'exit')
  child.kill('SIGTERM')
  expect(await running).toBe('ECONNRESET')
  expect(await exit).toEqual([0, null])
})

it('is immediate on a second signal', async () => {
  const { baseUrl, child, adminOrigin } = await start()
  void statusOf(`${baseUrl}/query?table=slow`)
  await untilConnectionIsUsed(adminOrigin)
  const exit = once(child, 'exit')
  child.kill('SIGINT')
  await untilStopping(adminOrigin)
  child.kill('SIGINT')
  expect(await exit).toEqual([1, null])
})
