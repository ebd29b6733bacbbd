import { chmodSync, chownSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import Database from 'better-sqlite3'
import { builtPackage } from '../../test/support/built-package'
import { effort } from '../../test/support/effort'
import { testsThatNeed } from '../../test/support/left-out'
import { runCommand } from '../../test/support/run-command'

const NOBODY = 65_534

/** A group of both users. */
const SHARED = 54_321

// With the bit of the group in 2775, new files get the group of the folder.
const EXAMPLES = [
  { fileMode: '664', folderMode: '777', group: 0, warns: true },
  { fileMode: '664', folderMode: '2775', group: SHARED, warns: false },
  { fileMode: '644', folderMode: '777', group: 0, warns: true },
]

// Only root can create a file of another user.
testsThatNeed('root').describe('the program of another user than the owner of a file', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'tablequery-owner-'))
  const file = path.join(folder, 'wal.db')
  afterAll(() => {
    rmSync(folder, { recursive: true })
  })

  // Each example takes a start of the program.
  const examples = EXAMPLES.slice(0, effort(2, 3))

  it.each(examples)('warns if the owner cannot write any more: %p', async (example) => {
    const { fileMode, folderMode, group, warns } = example
    for (const end of ['', '-wal', '-shm']) rmSync(file + end, { force: true })
    const writer = new Database(file)
    writer.pragma('journal_mode = wal')
    writer.exec('create table t (id)').close()
    for (const changed of [file, folder]) chownSync(changed, 0, group)
    chmodSync(file, fileMode)
    chmodSync(folder, folderMode)
    const user = ['--reuid', String(NOBODY), '--regid', String(NOBODY), '--groups', String(SHARED)]
    const program = [process.execPath, path.join(builtPackage, 'dist/src/cli.js'), file, '--check']
    const output = await runCommand('setpriv', [...user, ...program])
    const warning = `Warning: ${file}-shm belongs to the user of this program, so the owner of the database cannot`
    expect(statSync(`${file}-shm`).uid).toBe(NOBODY)
    expect(output.includes(warning)).toBe(warns)
  })
})
