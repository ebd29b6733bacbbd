import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import Database from 'better-sqlite3'
import { effort } from '../../test/support/effort'
import { inheritedEnvironment, inheritedOptions } from './reader-options'

it.each([
  [
    ['--require', './hook.cjs'],
    ['--require', './hook.cjs'],
  ],
  [
    ['--import=tsx', '--conditions', 'test'],
    ['--import=tsx', '--conditions', 'test'],
  ],
  [
    ['-e', 'run()', '--require', 'x'],
    ['--require', 'x'],
  ],
  [['--input-type=module', '--eval', 'run()'], []],
  [['--input-type', 'module', '--print=run()'], []],
  [['-pe', 'run()'], []],
  [
    ['--watch-path', './src', '--inspect-port', '9230', '--enable-source-maps'],
    ['--enable-source-maps'],
  ],
  [
    ['--test-name-pattern', 'opens', '--test-only', '--test-timeout', '100', '--no-warnings'],
    ['--no-warnings'],
  ],
  [['--test', '--test-reporter', 'spec', '--inspect-publish-uid', 'stderr'], []],
  [['--inspect', '--inspect-brk=0', '--inspect-port=9230', '--watch', '--test'], []],
])('of %j, a reader inherits %j', (options, inherited) => {
  expect(inheritedOptions(options)).toEqual(inherited)
})

it('does not report the files that it loads', () => {
  const env = inheritedEnvironment({ WATCH_REPORT_DEPENDENCIES: '1', PATH: '/bin' })
  expect(env).toEqual({ PATH: '/bin' })
})

describe('a program that opens a file', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'tablequery-options-'))
  afterAll(() => {
    rmSync(folder, { recursive: true })
  })
  const file = path.join(folder, 'read.db')
  beforeAll(() => {
    const db = new Database(file)
    db.exec('create table t (id integer primary key); insert into t values (1)')
    db.close()
  })

  const program = `
    const { openDatabase } = require(${JSON.stringify(path.resolve('src/index.ts'))})
    openDatabase(${JSON.stringify(file)}).then(async (database) => {
      const query = { table: 't', page: 1, limit: 2, filter: '', sort: [] }
      const { rows } = await database.tables.query(query)
      await database.close()
      console.log(rows.length)
    })`

  const examples = [
    { option: '--eval', env: { WATCH_REPORT_DEPENDENCIES: '1' } },
    { option: '--eval', env: {} },
    { option: '--print', env: {} },
  ]

  it.each(examples.slice(0, effort(1, 3)))(
    'may be the value of $option, with $env',
    ({ option, env }) => {
      const hook = path.resolve('test/support/typescript-hook.cjs')
      const { stdout, stderr, signal } = spawnSync(
        process.execPath,
        ['--require', hook, option, program],
        { env: { ...process.env, ...env }, encoding: 'utf8', timeout: 20_000 },
      )
      expect([stdout.trim().split('\n').at(-1), stderr, signal]).toEqual(['1', '', null])
    },
  )
})
