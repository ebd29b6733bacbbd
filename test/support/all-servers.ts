/** The servers that `test/engines` can start. */
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { RunningServer, TestServer } from './test-server'
import { networkServers } from './test-servers'

export type DialectServer = TestServer & { readonly dialect: string }

export function allServers(): DialectServer[] {
  const engines = path.join(__dirname, '../engines')
  return readdirSync(engines, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name: dialect }) => {
      // The path is only known at run time, so a static import is impossible.
      // oxlint-disable-next-line typescript/no-require-imports
      const module = require(path.join(engines, dialect, 'server')) as {
        testServers: readonly TestServer[]
      }
      return module.testServers.map((server) => ({ ...server, dialect }))
    })
}

/** The network servers under test, for tests that start a private one. */
export function testedKinds(dialect?: string): readonly DialectServer[] {
  const tested = networkServers().map(({ name }) => name)
  const kinds = allServers().filter(
    (kind) => tested.includes(kind.name) && (dialect === undefined || kind.dialect === dialect),
  )
  // A dialect loads its connection module at the first use, but Jest lets no concurrent test load a module.
  for (const kind of kinds) loadConnection(kind.dialect)
  return kinds
}

function loadConnection(dialect: string): void {
  // oxlint-disable-next-line typescript/no-require-imports
  require(path.join(__dirname, '../../dialects', dialect, 'connection'))
}

/** Starts a server with its data in a temporary folder. `stop` removes the folder. */
export async function startPrivately(server: DialectServer): Promise<RunningServer> {
  const folder = mkdtempSync(path.join(tmpdir(), `tablequery-${server.name}-`))
  const remove = (): void => {
    rmSync(folder, { recursive: true, force: true })
  }
  // Some servers run as another user.
  chmodSync(folder, 0o755)
  try {
    const started = await server.start(folder)
    return {
      ...started,
      stop: async () => {
        await started.stop()
        remove()
      },
    }
  } catch (error) {
    remove()
    throw error
  }
}
