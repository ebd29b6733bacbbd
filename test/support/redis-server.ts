/** Starts a private Redis. */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from './free-port'
import { startSupervised } from './supervised-process'
import { testProgram } from './test-programs'

export interface RedisServer {
  readonly url: string
  start(): Promise<void>
  stop(): Promise<void>
}

/** Starts the server; `stop` and `start` keep its port. */
export async function redisServer(): Promise<RedisServer> {
  const redis = testProgram('redis')
  const port = await freePort()
  let stop = (): Promise<void> => Promise.resolve()
  const start = async (): Promise<void> => {
    const folder = mkdtempSync(path.join(tmpdir(), 'tablequery-redis-'))
    const settings = ['--bind', '127.0.0.1', '--save', '', '--dir', folder]
    const command = [redis.path, '--port', String(port), ...settings]
    const running = await startSupervised({ command, folder, port, env: redis.env })
    stop = () => running.stop()
  }
  await start()
  return { url: `redis://127.0.0.1:${port}`, start, stop: () => stop() }
}
