/** The health check of the container in a process of its own; container-health.test.ts has more settings. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { builtProgram } from '../support/built-program'
import { freePort } from '../support/free-port'
import { runCommand } from '../support/run-command'
import { waitUntil } from '../support/wait-until'
import { cli, healthCheckArgs } from './container-health'
import { isAlive, START_TIMEOUT, waitingEnvironment } from './start-of-program'

const program = builtProgram()
afterAll(() => {
  program.clear()
})

const check = async (env: Record<string, string>): Promise<string> =>
  runCommand(process.execPath, [cli, ...healthCheckArgs], {
    env: { PATH: process.env['PATH'], ...env },
  }).then(
    () => 'healthy',
    (error: unknown) =>
      String(error)
        .replace(/^.*failed: /s, '')
        .trim(),
  )

it('finds the program, even without its database', async () => {
  const port = await freePort()
  const environment = { ...waitingEnvironment(program.folder), PORT: String(port) }
  const address = `http://127.0.0.1:${port}/`
  expect(await check(environment)).toContain(`tablequery: no response from ${address}`)
  const child = spawn(process.execPath, [cli], {
    env: { PATH: process.env['PATH'], ...environment },
    stdio: 'ignore',
  })
  try {
    await waitUntil(isAlive(port), START_TIMEOUT)
    expect(await check(environment)).toBe('healthy')
  } finally {
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
}, 60_000)
