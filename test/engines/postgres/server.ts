/** Starts a Postgres server of the embedded binaries that npm installs for this platform. */
import path from 'node:path'
import { runCommand } from '../../support/run-command'
import type { RunningServer, TestServer } from '../../support/test-server'
import { programsFor, runCluster } from './cluster'

export const testServers: readonly TestServer[] = [
  { name: 'postgres', urlVariable: 'TEST_POSTGRES_URL', start: (folder) => startPostgres(folder) },
]

/** @param settings in addition to those of all test servers */
export async function startPostgres(
  folder: string,
  settings?: Readonly<Record<string, string>>,
): Promise<RunningServer> {
  const program = await programsFor(folder)
  const [initdb = '', ...initdbArgs] = program('initdb')
  await runCommand(initdb, [
    ...initdbArgs,
    '-D',
    path.join(folder, 'data'),
    '-U',
    'postgres',
    '-A',
    'trust',
    '--no-sync',
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--locale=C.UTF-8',
    '--lc-collate=C',
    '--lc-ctype=C',
  ])
  return runCluster(folder, program, settings)
}
