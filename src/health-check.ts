/** Asks the program that runs with these settings whether it lives, as a container's health check does. */
import type { Settings } from './settings'
import { StartError } from './start-error'

/** Milliseconds. */
const TIMEOUT = 2500

/** Addresses that mean every interface can be listened on but not asked. */
const ASKABLE: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1', '': '::1' }

/** @throws StartError when it does not answer */
export async function checkHealth(
  settings: Pick<Settings, 'host' | 'port' | 'adminHost' | 'adminPort'>,
): Promise<void> {
  const isAside = settings.adminPort !== undefined
  const port = settings.adminPort ?? settings.port
  if (port === 0) throw new StartError('the health check needs a port that is set, not 0')
  const given = isAside ? settings.adminHost : settings.host
  const host = ASKABLE[given] ?? given
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${port}/healthz`
  let status: number
  try {
    // Life is not readiness: an orchestrator restarts what is not alive, which mends no database.
    status = (await fetch(url, { signal: AbortSignal.timeout(TIMEOUT) })).status
  } catch (cause) {
    throw new StartError(`no answer from ${url}`, { cause })
  }
  if (status !== 200) throw new StartError(`${url} answers ${status}`)
}
