/** A private Redis, of an installed binary or else of Debian's package. */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { installPackages } from './debian-package'
import { findProgram } from './run-command'
import { freePort, startSupervised } from './supervised-process'

export interface RedisServer {
  readonly url: string
  start(): Promise<void>
  stop(): Promise<void>
}

/** Started; it can be stopped and started again at the same port. */
export async function redisServer(): Promise<RedisServer> {
  if (findProgram('redis-server') === undefined) {
    await installPackages(['redis-server'], 'install Redis (Debian: redis-server)')
  }
  const port = await freePort()
  let stop = (): Promise<void> => Promise.resolve()
  const start = async (): Promise<void> => {
    const folder = mkdtempSync(path.join(tmpdir(), 'tablequery-redis-'))
    const settings = ['--bind', '127.0.0.1', '--save', '', '--dir', folder]
    const command = ['redis-server', '--port', String(port), ...settings]
    const running = await startSupervised({ command, folder, port })
    stop = () => running.stop()
  }
  await start()
  return { url: `redis://127.0.0.1:${port}`, start, stop: () => stop() }
}
