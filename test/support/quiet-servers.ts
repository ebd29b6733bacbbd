/** A second server of each engine, for test files with the tag `@quiet`: no other test writes to it. */
import { allServers, startPrivately } from './all-servers'
import type { RunningServer } from './test-server'
import {
  networkServers,
  QUIET_SERVERS_VARIABLE,
  sharedServers,
  type ServerAddress,
} from './test-servers'

/** Whether an environment variable names a server to use; this machine may have no other. */
export function usesGivenServers(): boolean {
  return allServers().some(({ urlVariable = '' }) => (process.env[urlVariable] ?? '') !== '')
}

/** Starts a second server for each network server under test. @returns a function that stops them */
export async function startQuietServers(): Promise<() => Promise<void>> {
  const running: RunningServer[] = []
  const stop = async (): Promise<void> => {
    await Promise.all(running.splice(0).map((server) => server.stop()))
  }
  const kinds = new Map(allServers().map((kind) => [kind.name, kind]))
  const started = await Promise.allSettled(
    networkServers().map(async ({ name, dialect }): Promise<ServerAddress> => {
      const kind = kinds.get(name)
      if (!kind) throw new Error(`test/engines has no ${name}`)
      const server = await startPrivately(kind)
      running.push(server)
      return { name, dialect, url: server.url }
    }),
  )
  const addresses = new Map<string, ServerAddress>()
  for (const result of started) {
    if (result.status === 'fulfilled') addresses.set(result.value.name, result.value)
    else {
      await stop()
      throw result.reason
    }
  }
  const servers = sharedServers().map((server) => addresses.get(server.name) ?? server)
  process.env[QUIET_SERVERS_VARIABLE] = JSON.stringify(servers)
  return stop
}
