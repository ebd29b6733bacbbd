/** The data folder of a new server: a copy, because a server takes seconds to initialize one. */
import { createHash } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { cached } from './cached-folder'
import { runCommand } from './run-command'

export interface NewData {
  readonly engine: string
  /** What decides the content: the server's version and the options. */
  readonly decidedBy: readonly string[]
  /** Creates the subfolder `data`, owned by the user that runs the server. */
  initialize(folder: string): Promise<void>
}

/** Creates the subfolder `data` with the databases that a new server has. */
export async function createData(folder: string, newData: NewData): Promise<void> {
  const { engine, decidedBy } = newData
  const hash = createHash('sha256').update(JSON.stringify(decidedBy)).digest('hex')
  const kept = await cached(`${engine}-data-${hash.slice(0, 16)}`, async (content) => {
    // Not in `content`: no other user, so no server of root, can enter its parent.
    const own = await mkdtemp(path.join(tmpdir(), `tablequery-${engine}-data-`))
    try {
      await chmod(own, 0o755)
      await newData.initialize(own)
      await copyData(own, content)
    } finally {
      await rm(own, { recursive: true, force: true })
    }
  })
  await copyData(kept, folder)
}

/** Preserves the owner, unlike `cp` of Node.js. */
async function copyData(from: string, to: string): Promise<void> {
  await runCommand('cp', ['-a', path.join(from, 'data'), to])
}
