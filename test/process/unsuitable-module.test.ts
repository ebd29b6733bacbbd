/** The driver of SQLite has compiled code, which may be built for another version of Node.js, or not at all. */
import { cpSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { builtPackage } from '../support/built-package'
import { effort } from '../support/effort'
import { runCommand } from '../support/run-command'

const modules = path.join(__dirname, '../../node_modules')
const folder = mkdtempSync(path.join(tmpdir(), 'tablequery-module-'))
const driver = path.join(folder, 'node_modules/better-sqlite3')
const DATABASE = path.join(folder, 'file.db')
const compiled = path.join(driver, 'build/Release/better_sqlite3.node')

beforeAll(() => {
  cpSync(path.join(builtPackage, 'dist'), path.join(folder, 'dist'), { recursive: true })
  cpSync(path.join(builtPackage, 'package.json'), path.join(folder, 'package.json'))
  mkdirSync(path.join(folder, 'node_modules'))
  for (const name of readdirSync(modules)) {
    if (name !== 'better-sqlite3') {
      symlinkSync(path.join(modules, name), path.join(folder, 'node_modules', name))
    }
  }
  for (const part of ['package.json', 'lib']) {
    cpSync(path.join(modules, 'better-sqlite3', part), path.join(driver, part), { recursive: true })
  }
  mkdirSync(path.dirname(compiled), { recursive: true })
  writeFileSync(DATABASE, '')
})
afterAll(() => {
  rmSync(folder, { recursive: true })
})

const check = (...args: readonly string[]): Promise<unknown> =>
  runCommand(process.execPath, [path.join(folder, 'dist/src/cli.js'), ...args, '--check'], {
    env: { PATH: process.env['PATH'], HOME: folder },
  }).catch((error: unknown) => String(error))

describe.each([
  [
    'built for another Node.js',
    () => {
      writeFileSync(compiled, 'not a module of this version')
    },
  ],
  [
    'not built',
    () => {
      rmSync(compiled)
    },
  ],
])('a driver that is %s', (_case, prepare) => {
  beforeAll(prepare)

  it.each(effort([[DATABASE]], [[DATABASE], []]).map((args) => ({ args })))(
    'is reported with a remedy: $args',
    async ({ args }) => {
      expect(await check(...args)).toMatch(
        /better-sqlite3 is not built for this Node\.js \(v[^\n]+\): run npm rebuild better-sqlite3\n$/,
      )
    },
  )
})
