/** Starts PGlite's socket server in a process of its own: PostgreSQL as WebAssembly, in memory. */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from '../../support/free-port'
import { startSupervised } from '../../support/supervised-process'

export interface PgliteServer {
  readonly url: string
  stop(): Promise<void>
}

/** @see https://pglite.dev/docs/pglite-socket */
export async function startPglite(): Promise<PgliteServer> {
  const port = await freePort()
  const folder = mkdtempSync(path.join(tmpdir(), 'tablequery-pglite-'))
  const server = path.join(
    path.dirname(require.resolve('@electric-sql/pglite-socket')),
    'scripts/server.js',
  )
  const options = ['--db=memory://', `--port=${port}`, '--max-connections=50']
  const running = await startSupervised({
    command: [process.execPath, server, ...options],
    folder,
    port,
    // The server must not load the hooks of the tests.
    env: { NODE_OPTIONS: '' },
  })
  return { url: `postgres://postgres@127.0.0.1:${port}/postgres`, stop: () => running.stop() }
}
