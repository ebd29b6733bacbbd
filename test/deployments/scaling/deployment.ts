/** Processes of the program behind nginx, on the standbys of a database. */
import { measure } from '../../../scripts/bench/load'
import type { BuiltProgram } from '../../support/built-program'
import { nginxServer } from '../../support/nginx-server'
import { processorTime } from '../../support/processor-time'
import type { Mixture } from './loads'
import { eachPart, type Seconds, type Usage } from './usage'

const CLIENTS = 32
const API = '/api/table-viewer'

export interface Standby {
  readonly url: string
  /** The process that has started all others of the server. */
  readonly pid: number
}

export interface Deployment {
  /** Sends requests for a number of milliseconds, or at most this number of requests. */
  readonly send: (load: Mixture, limits: { duration: number; requests?: number }) => Promise<Usage>
  readonly stop: () => Promise<void>
}

/** @param processes their number; each reads from one of the standbys */
export async function startDeployment(
  program: BuiltProgram,
  standbys: readonly Standby[],
  processes: number,
): Promise<Deployment> {
  const started = await Promise.all(
    Array.from({ length: processes }, (_, number) =>
      program.serve([standbys[number % standbys.length]?.url ?? '', '--log-level', 'warn']),
    ),
  )
  const upstream = started.map(({ baseUrl }) => `server ${new URL(baseUrl).host};`).join(' ')
  const nginx = await nginxServer(
    (port) => `
      upstream processes { ${upstream} keepalive ${CLIENTS}; }
      server {
        listen 127.0.0.1:${port};
        location / {
          proxy_pass http://processes;
          proxy_http_version 1.1;
          proxy_set_header Connection "";
        }
      }`,
  )
  const used = (): Seconds => ({
    programs: timeOf(started.flatMap(({ child }) => child.pid ?? [])),
    databases: timeOf(standbys.map(({ pid }) => pid)),
    nginx: timeOf([nginx.pid]),
    client: clientTime(),
  })
  let sent = 0
  return {
    send: async (load, limits) => {
      const before = used()
      const began = performance.now()
      const path = (): string => load.path(sent++)
      const { rate } = await measure({
        ...limits,
        ...{ origin: nginx.origin + API, path, clients: CLIENTS },
      })
      const wall = (performance.now() - began) / 1000
      const after = used()
      const seconds = eachPart((part) => after[part] - before[part])
      return { requests: rate * wall, wall, seconds }
    },
    stop: async () => {
      await nginx.stop()
      for (const { child } of started) child.kill('SIGTERM')
    },
  }
}

function timeOf(processes: readonly number[]): number {
  return processes.reduce((sum, pid) => sum + processorTime(pid), 0)
}

/** The clients run in this process. */
function clientTime(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}
