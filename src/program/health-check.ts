/** Checks that the program with these settings is running, for the health check of a container. */
import { get } from 'node:http'
import { hostInUrl } from '../host-name'
import type { Settings } from './settings'
import { StartError } from '../start-error'

/** Milliseconds. */
const TIMEOUT = 2500

/** Wildcard addresses accept connections on every interface, but are not valid destinations. */
const LOCAL_ADDRESS: Readonly<Record<string, string>> = {
  '0.0.0.0': '127.0.0.1',
  '::': '::1',
}

/** @throws StartError if it does not respond */
export async function checkHealth(
  settings: Pick<Settings, 'host' | 'port' | 'adminHost' | 'adminPort'>,
): Promise<void> {
  const hasAdminPort = settings.adminPort !== undefined
  const port = settings.adminPort ?? settings.port
  if (port === 0) throw new StartError('the health check needs a fixed port, not 0')
  const given = hasAdminPort ? settings.adminHost : settings.host
  const host = LOCAL_ADDRESS[given] ?? given
  const url = `http://${hostInUrl(host)}:${port}/healthz`
  let status: number
  try {
    // Liveness, not readiness: a restart of the container does not repair a database.
    status = await statusOf(url)
  } catch (cause) {
    throw new StartError(`no response from ${url}`, { cause })
  }
  if (status !== 200) throw new StartError(`${url} responds with status ${status}`)
}

/** Without `fetch`, which refuses ports such as 6000: https://fetch.spec.whatwg.org/#port-blocking */
function statusOf(url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const options = { agent: false, signal: AbortSignal.timeout(TIMEOUT) }
    get(url, options, (response) => {
      response.destroy()
      // Node sets the status of every response.
      resolve(response.statusCode ?? 0)
    }).on('error', reject)
  })
}
