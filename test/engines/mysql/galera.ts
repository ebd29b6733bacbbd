/** Starts a Galera cluster of three nodes. */
import { chmodSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from '../../support/free-port'
import { testProgram } from '../../support/test-programs'
import type { RunningServer } from '../../support/test-server'
import { startMariadb } from './mariadb'

const NODES = 3

/**
 * Starts the nodes one after the other: the first forms a cluster, and the others copy its data.
 * https://galeracluster.com/documentation/html_docs/documentation/galera-parameters.html
 */
export async function startGalera(): Promise<RunningServer[]> {
  const galera = testProgram('galera')
  const nodes: RunningServer[] = []
  const groups: number[] = []
  try {
    while (nodes.length < NODES) {
      const folder = mkdtempSync(path.join(tmpdir(), 'tablequery-galera-'))
      chmodSync(folder, 0o755)
      const [group, transfer, copy] = [await freePort(), await freePort(), await freePort()]
      const options = [
        '--wsrep-on=ON',
        `--wsrep-provider=${galera.path}`,
        `--wsrep-cluster-address=gcomm://${groups.map((port) => `127.0.0.1:${port}`).join(',')}`,
        `--wsrep-node-address=127.0.0.1:${group}`,
        `--wsrep-provider-options=gmcast.listen_addr=tcp://127.0.0.1:${group};base_port=${group};` +
          `ist.recv_addr=127.0.0.1:${transfer};gcache.size=16M;` +
          'evs.keepalive_period=PT0.5S;evs.suspect_timeout=PT2S',
        '--wsrep-sst-method=rsync',
        `--wsrep-sst-receive-address=127.0.0.1:${copy}`,
        '--binlog-format=ROW',
        '--innodb-autoinc-lock-mode=2',
      ]
      nodes.push(await startMariadb(folder, options, galera.env))
      groups.push(group)
    }
    return nodes
  } catch (error) {
    for (const node of nodes) await node.stop()
    throw error
  }
}
