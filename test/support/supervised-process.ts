/** Runs a server that is always stopped with the test run, even if the run is killed. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

export interface SupervisedProcess {
  /** Stops the server by a signal and starts it again; resolves when it accepts connections. */
  restart(signal: Signal): Promise<void>
  /** Stops the server by a signal; its folder stays. */
  halt(signal: Signal): Promise<void>
  /** Starts the server again after `halt`. */
  resume(): Promise<void>
  stop(): Promise<void>
}

export type Signal = 'INT' | 'TERM' | 'KILL'

export interface ServerCommand {
  /** The program and its arguments; it must stay in the foreground. */
  readonly command: readonly string[]
  /** Folder of the server, removed after `stop`; `server.log` in it has the output. */
  readonly folder: string
  readonly port: number
  /** Environment variables in addition to those of this process. */
  readonly env?: Readonly<Record<string, string>>
}

/**
 * The shell reads a pipe from this process. A line `halt SIGNAL` makes it stop the server by the signal,
 * and a line `resume` makes it start the server again. When the pipe closes, by `stop` or because this
 * process has ended, the shell stops the server and removes its folder. The shell runs in a session of
 * its own, so that Ctrl-C does not reach the server.
 */
const SUPERVISE = `
folder=$1; shift
start() { "$@" >>"$folder/server.log" 2>&1 </dev/null & server=$!; }
end() {
  kill -$1 $server 2>/dev/null
  for _ in $(seq 50); do kill -0 $server 2>/dev/null || break; sleep 0.1; done
  kill -KILL $server 2>/dev/null
  wait $server
}
start "$@"
while read -r order signal; do
  if [ $order = halt ]; then end $signal; else start "$@"; fi
  echo >>"$folder/orders"
done
end TERM
rm -rf "$folder"`

/** Starts the server and waits until it accepts connections. */
export async function startSupervised(server: ServerCommand): Promise<SupervisedProcess> {
  const { command, folder, port, env } = server
  const supervisor = spawn('sh', ['-c', SUPERVISE, 'supervisor', folder, ...command], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
    env: { ...process.env, ...env },
  })
  const stop = async (): Promise<void> => {
    if (hasEnded(supervisor)) return
    supervisor.ref()
    const stopped = once(supervisor, 'exit')
    supervisor.stdin.end()
    await stopped
  }
  try {
    await untilListening(port, supervisor)
  } catch {
    const log = await readFile(path.join(folder, 'server.log'), 'utf8').catch(() => '')
    await stop()
    throw new Error(
      `${command[0]} does not accept connections on port ${port}: ${log.slice(-2000)}`,
    )
  }
  // The supervisor does not keep this process alive.
  supervisor.unref()
  const orders = async (): Promise<number> =>
    (await readFile(path.join(folder, 'orders'), 'utf8').catch(() => '')).length
  const order = async (line: string): Promise<void> => {
    const before = await orders()
    supervisor.stdin.write(`${line}\n`)
    while ((await orders()) === before) await delay(20)
  }
  const halt: SupervisedProcess['halt'] = (signal) => order(`halt ${signal}`)
  const resume: SupervisedProcess['resume'] = async () => {
    await order('resume')
    await untilListening(port, supervisor)
  }
  const restart: SupervisedProcess['restart'] = async (signal) => {
    await halt(signal)
    await resume()
  }
  return { restart, halt, resume, stop }
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null
}

async function untilListening(port: number, supervisor: ChildProcess): Promise<void> {
  for (let attempt = 0; attempt < 600 && !hasEnded(supervisor); attempt++) {
    const socket = connect(port, '127.0.0.1')
    try {
      await once(socket, 'connect')
      return
    } catch {
      await delay(50)
    } finally {
      socket.destroy()
    }
  }
  throw new Error('no connection')
}
