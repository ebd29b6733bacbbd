/** Starts a Postgres server of the embedded binaries that npm installs for this platform. */
import path from 'node:path'
import { createData } from '../../support/data-folder'
import { runCommand } from '../../support/run-command'
import type { RunningServer, TestServer } from '../../support/test-server'
import { createOwnFolder } from '../../support/unprivileged-user'
import { embeddedBinaries, serverPrograms } from './binaries'
import { runCluster } from './cluster'

export const testServers: readonly TestServer[] = [
  { name: 'postgres', urlVariable: 'TEST_POSTGRES_URL', start: (folder) => startPostgres(folder) },
]

/** @param settings in addition to those of all test servers */
export async function startPostgres(
  folder: string,
  settings?: Readonly<Record<string, string>>,
): Promise<RunningServer> {
  const { id } = await embeddedBinaries()
  await createData(folder, { engine: 'postgres', decidedBy: [id, ...OPTIONS], initialize })
  return runCluster(folder, settings)
}

const OPTIONS = [
  ...['-U', 'postgres', '-A', 'trust', '--no-sync', '--encoding=UTF8'],
  ...['--locale-provider=builtin', '--locale=C.UTF-8', '--lc-collate=C', '--lc-ctype=C'],
]

async function initialize(folder: string): Promise<void> {
  const data = path.join(folder, 'data')
  await createOwnFolder(data)
  const program = await serverPrograms()
  const [initdb = '', ...words] = program('initdb')
  await runCommand(initdb, [...words, '-D', data, ...OPTIONS])
}
