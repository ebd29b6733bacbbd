/** The health check of the container, in the process of the test; container-health.stress.ts starts a process for it. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pino from 'pino'
import { readCommand } from '../../src/program/config'
import { checkHealth } from '../../src/program/health-check'
import { startServer } from '../../src/program/server'
import type { Settings } from '../../src/program/settings'
import { StartStoppedError } from '../../src/start-error'
import { freePort } from '../support/free-port'
import { waitUntil } from '../support/wait-until'
import { healthCheckArgs } from './container-health'
import { isAlive, waitingEnvironment } from './start-of-program'

const folder = mkdtempSync(path.join(tmpdir(), 'tablequery-health-'))
afterAll(() => {
  rmSync(folder, { recursive: true })
})

/** @returns the settings as the program reads them */
function settingsOf(
  run: 'health' | 'serve',
  options: readonly string[],
  environment: Record<string, string>,
): Settings {
  const command = readCommand(options, environment)
  if (command.run !== run) throw new Error(`the program would run "${command.run}"`)
  return command.settings
}

it.each([
  ['a variable before PORT', (port: number) => ({ TABLEQUERY_PORT: String(port), PORT: '1' })],
  ['every interface', (port: number) => ({ PORT: String(port), HOST: '0.0.0.0' })],
  ['another mount path', (port: number) => ({ PORT: String(port), TABLEQUERY_MOUNT_PATH: '/x/y' })],
  ['an admin port', (port: number) => ({ PORT: '0', TABLEQUERY_ADMIN_PORT: String(port) })],
  [
    'a file',
    (port: number) => {
      const file = path.join(folder, `config-${port}.json`)
      writeFileSync(file, JSON.stringify({ port }))
      return { TABLEQUERY_CONFIG: file }
    },
  ],
])('finds the server with %s', async (_setting, settings) => {
  const port = await freePort()
  const environment = { ...waitingEnvironment(folder), ...settings(port) }
  const checked = settingsOf('health', healthCheckArgs, environment)
  const address = `http://127.0.0.1:${port}/`
  await expect(checkHealth(checked)).rejects.toThrow(`no response from ${address}`)
  const { connection = '', ...served } = settingsOf('serve', [], environment)
  const stop = new AbortController()
  const log = pino({ level: 'silent' })
  const starting = startServer({ ...served, connection }, log, stop.signal)
  const stopped = expect(starting).rejects.toThrow(StartStoppedError)
  try {
    await Promise.race([waitUntil(isAlive(port)), starting])
    await expect(checkHealth(checked)).resolves.toBeUndefined()
  } finally {
    stop.abort(new StartStoppedError())
    await stopped
  }
})
