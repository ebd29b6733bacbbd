/** Folders for files that tests build: one for each run, and one that all runs of a checkout share. */
import { lstatSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'

/** Within node_modules, so that Node.js resolves imports of the files there. */
export const cacheFolder = path.join(__dirname, '../../node_modules/.cache/tablequery-test')

/** Of the folders of this run, each in its own parent. */
export const runName = `tablequery-run-${process.pid}`

/** Jest's worker processes inherit the variable. */
export const runFolder = (process.env['TEST_RUN_FOLDER'] ??= path.join(cacheFolder, runName))

/** Removes the folder of this run, and folders of runs that were killed. */
export function removeRunFolders(parent: string): void {
  for (const name of entries(parent)) {
    const pid = Number(/^tablequery-run-(\d+)$/.exec(name)?.[1])
    if (pid === process.pid || (pid > 0 && !isRunning(pid))) removeIfOwn(path.join(parent, name))
  }
}

/** Other users have folders in `/dev/shm`, too. */
function removeIfOwn(folder: string): void {
  if (lstatSync(folder).uid === (process.getuid?.() ?? 0))
    rmSync(folder, { recursive: true, force: true })
}

function entries(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
