import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * Below the ports that Linux (from 32768), macOS and Windows (from 49152) give to connections and to
 * servers on port 0: those of other test files would take such a port between the check and its use.
 */
const FIRST = 20_000
const END = 30_000
const ATTEMPTS = 50

/** A port on which no process listens. */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const port = randomInt(FIRST, END)
    if (await isFree(port)) return port
  }
  throw new Error(`None of ${ATTEMPTS} ports from ${FIRST} to ${END} is free.`)
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port)
  try {
    await once(server, 'listening')
  } catch {
    return false
  }
  server.close()
  await once(server, 'close')
  return true
}
