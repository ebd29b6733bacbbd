/** Starts a server on a free port, in a private folder, so that it always ends with the benchmark. */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from '../../../test/support/free-port'
import { startSupervised } from '../../../test/support/supervised-process'
import type { RunningPeer } from './peer'

export interface ProgramPlace {
  /** Removed when the server has stopped. */
  readonly folder: string
  readonly port: number
}

interface ProgramCommand {
  readonly command: readonly string[]
  /** Environment variables in addition to those of this process. */
  readonly env?: Readonly<Record<string, string>>
}

export async function startProgram(
  commandAt: (place: ProgramPlace) => ProgramCommand | Promise<ProgramCommand>,
): Promise<RunningPeer> {
  const folder = mkdtempSync(path.join(tmpdir(), 'tablequery-bench-'))
  const port = await freePort()
  const { command, env = {} } = await commandAt({ folder, port })
  const running = await startSupervised({ command, folder, port, env })
  return { origin: `http://127.0.0.1:${port}`, stop: () => running.stop() }
}
