/** Folders for files that tests build: one for each run, and one that all runs of a checkout share. */
import { readdirSync, rmSync } from 'node:fs'
import path from 'node:path'

/** Within node_modules, so that Node.js resolves imports of the files there. */
export const cacheFolder = path.join(__dirname, '../../node_modules/.cache/tablequery-test')

/** Jest's worker processes inherit the variable. */
export const runFolder = (process.env['TEST_RUN_FOLDER'] ??= path.join(
  cacheFolder,
  `run-${process.pid}`,
))

/** Removes the folder of this run, and folders of runs that were killed. */
export function removeRunFolders(): void {
  rmSync(runFolder, { recursive: true, force: true })
  for (const name of entries(cacheFolder)) {
    const pid = Number(/^run-(\d+)$/.exec(name)?.[1])
    if (pid > 0 && !isRunning(pid))
      rmSync(path.join(cacheFolder, name), { recursive: true, force: true })
  }
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
