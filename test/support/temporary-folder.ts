/** The folder for temporary files of the tests: in memory, if there is plenty. */
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { freemem } from 'node:os'
import path from 'node:path'
import { removeRunFolders, runName } from './run-folder'

/** https://man7.org/linux/man-pages/man7/shm_overview.7.html */
const MEMORY = '/dev/shm'

const folder = path.join(MEMORY, runName)

/** Bytes; several times what the servers of a run store. */
const NEEDED = 4e9

/**
 * Sets `TMPDIR` of this process and of those that it starts, unless the caller has set it. The servers
 * create and delete thousands of small files. On a disk, that takes up to a seventh of the processor
 * time of the tests: ext4 without a journal passes over all inodes that were deleted in the last
 * minute before it creates a file (`recently_deleted` in Linux's fs/ext4/ialloc.c).
 */
export function chooseTemporaryFolder(): void {
  removeRunFolders(MEMORY)
  if (process.env['TMPDIR'] !== undefined || !hasRoom()) return
  mkdirSync(folder, { mode: 0o755 })
  if (runsPrograms()) process.env['TMPDIR'] = folder
  else rmSync(folder, { recursive: true })
}

export function removeTemporaryFolder(): void {
  if (process.env['TMPDIR'] === folder) delete process.env['TMPDIR']
  removeRunFolders(MEMORY)
}

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    return bavail * bsize > NEEDED && freemem() > 2 * NEEDED
  } catch {
    return false
  }
}

/** Containers often have `/dev/shm` without the right to run programs. */
function runsPrograms(): boolean {
  const program = path.join(folder, 'program')
  writeFileSync(program, '#!/bin/sh\n')
  chmodSync(program, 0o755)
  const { status } = spawnSync(program)
  rmSync(program)
  return status === 0
}
