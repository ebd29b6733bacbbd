/** Runs a server that never outlives the test run, however that ends. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer, connect, type AddressInfo } from 'node:net'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

export interface SupervisedProcess {
  /** Ends it by a signal and starts it again; done when it accepts connections. */
  restart(signal: 'INT' | 'TERM' | 'KILL'): Promise<void>
  stop(): Promise<void>
}

export interface ServerCommand {
  /** The program and its arguments; it must stay in the foreground. */
  readonly command: readonly string[]
  /** The server's own folder, removed after it has stopped; its output goes to `server.log` there. */
  readonly folder: string
  readonly port: number
  /** Variables besides those of this process. */
  readonly env?: Readonly<Record<string, string>>
}

/**
 * The shell reads a pipe that only this process holds. Each line of it is a signal to end the server
 * by, before it is started again. When the pipe closes, by `stop` or because the process is gone, the
 * server is stopped and its folder removed. A session of its own keeps Ctrl-C from reaching the server
 * first.
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
while read -r signal; do
  end $signal
  start "$@"
  echo >>"$folder/restarts"
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
    if (supervisor.exitCode !== null) return
    supervisor.ref()
    const stopped = once(supervisor, 'exit')
    supervisor.stdin.end()
    await stopped
  }
  try {
    await answers(port, supervisor)
  } catch {
    const log = await readFile(path.join(folder, 'server.log'), 'utf8').catch(() => '')
    await stop()
    throw new Error(`${command[0]} does not answer on port ${port}: ${log.slice(-2000)}`)
  }
  // Neither the supervisor nor its pipe keeps this process from ending.
  supervisor.unref()
  const restarts = async (): Promise<number> =>
    (await readFile(path.join(folder, 'restarts'), 'utf8').catch(() => '')).length
  const restart: SupervisedProcess['restart'] = async (signal) => {
    const before = await restarts()
    supervisor.stdin.write(`${signal}\n`)
    while ((await restarts()) === before) await delay(20)
    await answers(port, supervisor)
  }
  return { restart, stop }
}

async function answers(port: number, supervisor: ChildProcess): Promise<void> {
  for (let attempt = 0; attempt < 600 && supervisor.exitCode === null; attempt++) {
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
  throw new Error('no answer')
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
