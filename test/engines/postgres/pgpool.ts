/** Starts a private pgpool-II in front of a server, or of a primary and its standbys. */
import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from '../../support/free-port'
import { startSupervised } from '../../support/supervised-process'
import { testProgram } from '../../support/test-programs'
import { asServerUser, createOwnFolder } from '../../support/unprivileged-user'
import type { Pooler } from './pooler'

/** Each session reads from one server, which pgpool-II chooses at random. */
const BALANCED = {
  backend_clustering_mode: 'streaming_replication',
  load_balance_mode: 'on',
  sr_check_user: 'postgres',
  sr_check_database: 'postgres',
}

const backend = (server: URL, index: number): [string, string][] => [
  [`backend_hostname${index}`, server.hostname],
  [`backend_port${index}`, server.port || '5432'],
  [`backend_weight${index}`, '1'],
]

/** @see https://www.pgpool.net/docs/latest/en/html/runtime-config.html */
export async function startPgpool(primary: URL, ...standbys: URL[]): Promise<Pooler> {
  const pgpool = testProgram('pgpool')
  const port = await freePort()
  const folder = mkdtempSync(path.join(tmpdir(), 'tablequery-pgpool-'))
  chmodSync(folder, 0o755)
  const data = path.join(folder, 'data')
  await createOwnFolder(data)
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    pcp_port: await freePort(),
    ...{ socket_dir: data, pcp_socket_dir: data, work_dir: data, logdir: data },
    pid_file_name: path.join(data, 'pid'),
    pool_passwd: '',
    ...(standbys.length === 0 ? { backend_clustering_mode: 'raw' } : BALANCED),
    ...Object.fromEntries([primary, ...standbys].flatMap(backend)),
    // A process for each client; each keeps its sessions of the server for later clients.
    num_init_children: 40,
    max_pool: 2,
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value}'`)
  const file = path.join(folder, 'pgpool.conf')
  writeFileSync(file, lines.join('\n'))
  for (const name of ['pcp.conf', 'pool_hba.conf']) writeFileSync(path.join(folder, name), '')
  const files = ['-f', file, '-F', path.join(folder, 'pcp.conf')]
  const hba = ['-a', path.join(folder, 'pool_hba.conf')]
  const command = [...(await asServerUser()), pgpool.path, '-n', ...files, ...hba]
  const running = await startSupervised({ command, folder, port, env: pgpool.env })
  return {
    url: (databaseUrl) => {
      const url = new URL(databaseUrl)
      url.host = `127.0.0.1:${port}`
      return url.href
    },
    stop: () => running.stop(),
  }
}
