/**
 * `npm run release:check`: checks a release before it is published. It packs the package, installs it
 * into an empty project, and uses it there.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { requireReleased } from './changelog'
import { requireCleanTree } from './clean-tree'
import { checkTypes, installPackage, queryExample, requireEntries } from './installed-package'

const root = path.join(__dirname, '../..')

// Stays if a check never settles, because Node.js then exits before the end.
process.exitCode = 1

void main()

async function main(): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'tablequery-release-'))
  try {
    const passed = [
      await check('the working tree is clean', () => requireCleanTree(root)),
      await check('the changelog has all changes in the section of this version', releasedSection),
      await check('the package installs into an empty project', () => installPackage(root, folder)),
      await check('the program starts and responds to a query', () => queryExample(folder)),
      await check('all entries load with import and with require', () => requireEntries(folder)),
      await check('the types compile under strict rules', () => checkTypes(root, folder)),
    ]
    process.exitCode = passed.every(Boolean) ? 0 : 1
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function check(what: string, run: () => Promise<unknown>): Promise<boolean> {
  try {
    await run()
    process.stdout.write(`passed: ${what}\n`)
    return true
  } catch (error) {
    process.stdout.write(`failed: ${what}\n  ${(error as Error).message}\n`)
    return false
  }
}

async function releasedSection(): Promise<void> {
  const { version } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')) as {
    version: string
  }
  requireReleased(await readFile(path.join(root, 'CHANGELOG.md'), 'utf8'), version)
}
