/** Starts a streaming replica of a private server. */
import { chmodSync, mkdtempSync } from 'node:fs'
import { chown, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Client } from 'pg'
import { runCommand } from '../../support/run-command'
import type { RunningServer } from '../../support/test-server'
import { runCluster } from './cluster'

/** @returns an empty folder that the server's own user can enter */
export function clusterFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'tablequery-cluster-'))
  chmodSync(folder, 0o755)
  return folder
}

/**
 * Copies the primary's data, and resolves when the standby accepts queries.
 * @param primary a superuser's connection to the server with its data in `primaryFolder`
 * https://www.postgresql.org/docs/current/continuous-archiving.html#BACKUP-LOWLEVEL-BASE-BACKUP
 */
export async function startStandby(primaryFolder: string, primary: Client): Promise<RunningServer> {
  const folder = clusterFolder()
  const data = path.join(folder, 'data')
  await primary.query("select pg_backup_start('standby', true)")
  await runCommand('cp', ['-a', path.join(primaryFolder, 'data'), folder])
  const { rows } = await primary.query<{ labelfile: string }>(
    'select labelfile from pg_backup_stop()',
  )
  const { uid, gid } = await stat(data)
  const files = { backup_label: rows[0]?.labelfile ?? '', 'standby.signal': '' }
  for (const [name, text] of Object.entries(files)) {
    await writeFile(path.join(data, name), text)
    await chown(path.join(data, name), uid, gid)
  }
  await rm(path.join(data, 'postmaster.pid'))
  return runCluster(folder, {
    primary_conninfo: `host=127.0.0.1 port=${primary.port} user=postgres`,
  })
}
