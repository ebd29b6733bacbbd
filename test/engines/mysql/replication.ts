/** Starts a source and its replica, which is read-only as the manuals recommend. */
import { chmodSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createConnection, type Connection, type RowDataPacket } from 'mysql2/promise'
import type { RunningServer } from '../../support/test-server'
import { startMariadb } from './mariadb'
import { startMysql } from './mysql'

interface Kind {
  readonly start: (folder: string, options: readonly string[]) => Promise<RunningServer>
  readonly position: string
  /** Statements that start the replication from the source's position. */
  readonly replicate: (port: string, file: string, position: string) => readonly string[]
  readonly stopReplication: string
}

export const KINDS: Readonly<Record<string, Kind>> = {
  mysql: {
    start: startMysql,
    position: 'show binary log status',
    replicate: (port, file, position) => [
      `change replication source to source_host = '127.0.0.1', source_port = ${port},
        source_user = 'root', source_log_file = '${file}', source_log_pos = ${position},
        get_source_public_key = 1, source_connect_retry = 1`,
      'start replica',
    ],
    stopReplication: 'stop replica',
  },
  mariadb: {
    start: startMariadb,
    position: 'show master status',
    replicate: (port, file, position) => [
      `change master to master_host = '127.0.0.1', master_port = ${port}, master_user = 'root',
        master_log_file = '${file}', master_log_pos = ${position}, master_connect_retry = 1`,
      'start slave',
    ],
    stopReplication: 'stop slave',
  },
}

export interface Replication {
  readonly source: RunningServer
  readonly replica: RunningServer
}

/** @param statements run on the source when its replica follows it */
export async function startReplication(
  kind: Kind,
  statements: readonly string[],
): Promise<Replication> {
  const [source, replica] = await Promise.all([startServer(kind, 1), startServer(kind, 2)])
  const writer = await connected(source.url)
  const reader = await connected(replica.url)
  try {
    const [[status]] = await writer.query<RowDataPacket[]>(kind.position)
    const { port } = new URL(source.url)
    const setUp = kind.replicate(port, String(status?.['File']), String(status?.['Position']))
    for (const statement of setUp) await reader.query(statement)
    await reader.query('set global read_only = 1')
    for (const statement of statements) await writer.query(statement)
  } finally {
    await writer.end()
    await reader.end()
  }
  return { source, replica }
}

/** Connects with the scheme `mysql:`, the only one that `mysql2` accepts. */
export function connected(url: string): Promise<Connection> {
  return createConnection(url.replace(/^mariadb:/, 'mysql:'))
}

async function startServer(kind: Kind, id: number): Promise<RunningServer> {
  const folder = mkdtempSync(path.join(tmpdir(), 'tablequery-replication-'))
  chmodSync(folder, 0o755)
  return kind.start(folder, [`--server-id=${id}`, '--log-bin=log', '--relay-log=relay'])
}
