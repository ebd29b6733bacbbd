/** Starts a replication group of three MySQL servers; one of them accepts writes. */
import { chmodSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createConnection } from 'mysql2/promise'
import { freePort } from '../../support/free-port'
import type { RunningServer } from '../../support/test-server'
import { startMysql } from './mysql'

const NODES = 3
const GROUP = '6d9e5f9c-24f1-4b4e-9d0b-1f6f5f0f5a10'

/** https://dev.mysql.com/doc/refman/en/group-replication-configuring-instances.html */
export async function startGroup(): Promise<RunningServer[]> {
  const ports = await Promise.all(Array.from({ length: NODES }, () => freePort()))
  const seeds = ports.map((port) => `127.0.0.1:${port}`)
  const started = await Promise.allSettled(
    seeds.map((seed, index) => startNode(index, seed, seeds)),
  )
  const nodes = started.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
  try {
    for (const result of started) if (result.status === 'rejected') throw result.reason
    for (const [index, { url }] of nodes.entries()) await join(url, index === 0)
    return nodes
  } catch (error) {
    for (const node of nodes) await node.stop()
    throw error
  }
}

function startNode(index: number, seed: string, seeds: readonly string[]): Promise<RunningServer> {
  const folder = mkdtempSync(path.join(tmpdir(), 'tablequery-group-'))
  chmodSync(folder, 0o755)
  return startMysql(folder, [
    `--server-id=${index + 1}`,
    '--log-bin=log',
    '--gtid-mode=ON',
    '--enforce-gtid-consistency=ON',
    '--performance-schema=ON',
    '--plugin-load-add=group_replication.so',
    '--report-host=127.0.0.1',
    `--loose-group-replication-group-name=${GROUP}`,
    '--loose-group-replication-start-on-boot=OFF',
    `--loose-group-replication-local-address=${seed}`,
    `--loose-group-replication-group-seeds=${seeds.join(',')}`,
    '--loose-group-replication-recovery-get-public-key=ON',
    // The group expels a killed node at once.
    '--loose-group-replication-member-expel-timeout=0',
  ])
}

async function join(url: string, isFirst: boolean): Promise<void> {
  const connection = await createConnection(url)
  const bootstrap = (isOn: boolean): string =>
    `set global group_replication_bootstrap_group = ${isOn ? 'on' : 'off'}`
  const recovery = `change replication source to source_user = 'root'
    for channel 'group_replication_recovery'`
  // Group replication uses the global settings for its own sessions.
  const settings = 'set global autocommit = 1, sql_select_limit = default, sql_mode = default'
  // Discards the transactions of the set-up, which the other nodes do not have.
  const setUp = [settings, 'reset binary logs and gtids', recovery, bootstrap(isFirst)]
  for (const statement of [...setUp, 'start group_replication', bootstrap(false)]) {
    await connection.query(statement)
  }
  await connection.end()
}
