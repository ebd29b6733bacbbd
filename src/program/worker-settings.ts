/**
 * Sends the settings that the primary process has read to the workers. It uses a pipe, because they contain secrets,
 * and other processes can read the environment of a process.
 */
import cluster from 'node:cluster'
import { readFileSync } from 'node:fs'
import { Writable } from 'node:stream'
import { checkedSettings, type RawSettings } from './checked-settings'
import type { Settings } from './settings'
import { withAbsolutePath } from './working-folder'

/** The file descriptor of the pipe in a worker, after those of the standard streams and of messages. */
const DESCRIPTOR = 4

/** Gives the settings to every worker, also to one that is started later. */
export function giveSettings(raw: RawSettings): void {
  const settings = JSON.stringify([...withAbsoluteConnection(raw)])
  cluster.setupPrimary({ stdio: ['inherit', 'inherit', 'pipe', 'ipc', 'pipe'] })
  cluster.on('fork', ({ process: worker }) => {
    const pipe = worker.stdio[DESCRIPTOR]
    if (!(pipe instanceof Writable)) throw new Error('a worker without a pipe')
    // A worker may end before it has read them; its exit is reported elsewhere.
    pipe.on('error', () => undefined)
    pipe.end(settings)
  })
}

/** A later worker may have another working folder. */
function withAbsoluteConnection(raw: RawSettings): RawSettings {
  const given = raw.get('connection')
  if (typeof given?.value !== 'string') return raw
  return new Map([...raw, ['connection', { ...given, value: withAbsolutePath(given.value) }]])
}

/**
 * Reads the settings synchronously. If the event loop ran before the worker listens for messages, a message of the
 * primary process would be lost: the request for metrics.
 */
export function receiveSettings(): Settings {
  const settings = readFileSync(DESCRIPTOR, 'utf8')
  return checkedSettings(
    new Map(JSON.parse(settings) as [string, { value: unknown; source: string }][]),
  )
}
