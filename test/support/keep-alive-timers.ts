/** Reads from the kernel when the system probes a connection. */
import { readFileSync } from 'node:fs'
import { recordedConnection } from './recorded-connection'
import { silentProxy } from './silent-proxy'

/** Established; the kernel numbers the states from 1. */
const ESTABLISHED = '01'

/** @returns the milliseconds until the system probes the connection to this URL; `undefined` if it never does */
export async function untilProbe(url: string): Promise<number | undefined> {
  // The proxy has no other connections.
  const proxy = await silentProxy(url)
  const connection = recordedConnection(proxy.url, { poolSize: 1 })
  try {
    await connection.readRows({ sql: 'select 1', bindings: [] })
    const [until, ...others] = timersTo(Number(new URL(proxy.url).port))
    expect(others).toEqual([])
    return until
  } finally {
    await connection.close()
    await proxy.close()
  }
}

/**
 * A timer for each open connection to the port on 127.0.0.1.
 * https://www.kernel.org/doc/html/latest/networking/proc_net_tcp.html
 */
function timersTo(port: number): (number | undefined)[] {
  const [, ...lines] = readFileSync('/proc/net/tcp', 'latin1').trim().split('\n')
  return lines.flatMap((line) => {
    const [, , remote = '', state, , timer = ''] = line.trim().split(/\s+/)
    if (state !== ESTABLISHED || parseInt(remote.split(':')[1] ?? '', 16) !== port) return []
    const [kind, hundredths = ''] = timer.split(':')
    return [kind === '02' ? 10 * parseInt(hundredths, 16) : undefined]
  })
}

export function expectSeconds(milliseconds: number | undefined, seconds: number): void {
  expect(milliseconds).toBeGreaterThan(1000 * seconds - 10_000)
  expect(milliseconds).toBeLessThanOrEqual(1000 * seconds + 2000)
}
