/**
 * Rarer faults of the database file: another format, overwritten pages, no space for a sort; see file-faults.test.ts.
 */
import { renameSync, writeFileSync } from 'node:fs'
import { failed, faultyFile, PAGE, succeeded } from '../../test/engines/sqlite/faulty-file'
import { childrenOf } from '../../test/support/process-family'
import { runCommand } from '../../test/support/run-command'

const SORTED = 'query?table=words&sort=word:asc&limit=1000&page=10'

const served = faultyFile()
const { file, outcomeOf, eachFails, repair } = served

it('reports a file that is replaced by one of another format', async () => {
  expect(await outcomeOf(PAGE)).toEqual(succeeded)
  writeFileSync(`${file}.new`, 'no database '.repeat(1000))
  renameSync(`${file}.new`, file)
  await eachFails()
  repair()
  expect(await outcomeOf(PAGE)).toEqual(succeeded)
})

it('reports a file that is partly overwritten', async () => {
  // The catalogue is in the first pages, which are not overwritten.
  const damage = [
    'if=/dev/urandom',
    `of=${file}`,
    'bs=4096',
    'seek=3',
    'conv=notrunc',
    'count=1000',
  ]
  await served.serveAgain(async () => {
    await runCommand('dd', damage)
  })
  await eachFails()
  repair()
  expect(await outcomeOf(PAGE)).toEqual(succeeded)
})

it('reports a lack of disk space for the temporary files of a sort', async () => {
  // More than SQLite sorts in memory.
  await served.serveAgain(() => {
    served.writeWords(1000)
  })
  expect(await outcomeOf(PAGE)).toEqual(succeeded)
  const readers = childrenOf(process.pid)
  const limits = readers.map((pid) => ['--pid', String(pid), '--fsize=4096'])
  await Promise.all(limits.map((args) => runCommand('prlimit', args)))
  expect(await outcomeOf(SORTED)).toEqual(failed)
  // The pool replaces each reader that reaches the limit by one without it.
  for (let times = 1; times < readers.length; times++) await outcomeOf(SORTED)
  expect(await outcomeOf(SORTED)).toEqual(succeeded)
})
