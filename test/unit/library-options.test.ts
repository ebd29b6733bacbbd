/**
 * Every option of the library: a valid value is accepted, others are refused by the option's name, a test
 * shows its effect, and its document lists it.
 */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { createApp, createRouter, databaseCallerBy, openDatabase } from '../../src'
import { NO_TABLES } from '../support/no-tables'
import { FUNCTIONS } from './library-options/functions'
import { doNothing } from './library-options/option-case'

const root = path.join(__dirname, '../..')
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8')

/** Names and defaults of the options in the table of the function in the document. */
function documented(name: string, document: string | undefined): Record<string, string> {
  const text = read(document ?? 'docs/how-to/library.md')
  const start = document === undefined ? text.indexOf(`## \`${name}(`) : 0
  const [, rows = ''] = /^\| Option .*\n\|.*\n((?:\|.*\n)+)/m.exec(text.slice(start)) ?? []
  const cells = rows.split('\n').map((row) => row.split('|').map((cell) => cell.trim()))
  return Object.fromEntries(
    cells.flatMap(([, option, value]) =>
      option === undefined ? [] : [[option.replaceAll('`', ''), value?.replaceAll('`', '') ?? '']],
    ),
  )
}

describe.each(Object.entries(FUNCTIONS))('%s', (name, tested) => {
  const { cases, needed = {}, inherited = {}, settings = {}, document } = tested
  const every = Object.entries({ ...inherited, ...cases })
  const attempt = async (options: object): Promise<unknown> => {
    try {
      return await tested.call({ ...needed, ...options } as never)
    } catch (error) {
      return error
    }
  }

  it.each(every)('accepts %s', async (option, { valid }) => {
    expect(await attempt({ [option]: valid })).not.toBeInstanceOf(Error)
  })

  it.each(every)('refuses a wrong %s', async (option, { wrong }) => {
    for (const value of wrong) {
      const error = await attempt({ [option]: value })
      expect([value, error]).toEqual([value, expect.any(TypeError)])
      const { message } = error as Error
      expect(message).toMatch(new RegExp(`^${name}: ${option}(:| must be) \\w`))
    }
  })

  const optional = every.filter(([, { wrong }]) => !wrong.includes(undefined))
  it.each(optional)('treats %s as absent if it is undefined', async (option) => {
    expect(await attempt({ [option]: undefined })).not.toBeInstanceOf(Error)
  })

  it('refuses an unknown option', async () => {
    const error = await attempt({ maxlimitt: 5 })
    expect(error).toBeInstanceOf(TypeError)
    expect(String(error)).toContain(`${name} has no option "maxlimitt": `)
  })

  it.each(Object.entries(cases))('has a test of %s', (option, { testedIn }) => {
    expect(read(testedIn)).toMatch(new RegExp(`\\b${option}\\b`))
  })

  it('has exactly its options in its document, with the defaults of their settings', () => {
    const found = documented(name, document)
    expect(Object.keys(found).sort()).toEqual(Object.keys(cases).sort())
    for (const [option, setting] of Object.entries(settings)) {
      if (!Object.hasOwn(cases, option)) continue
      const { unset, default: value } = setting
      expect([option, found[option]]).toEqual([option, unset ?? String(value)])
    }
  })
})

it('openDatabase rejects a wrong option before it connects', async () => {
  const opening = openDatabase('/nowhere.sqlite', { poolSize: 0 })
  await expect(opening).rejects.toThrow(/^openDatabase: poolSize must be a whole number/)
})

it('createApp names the right option for a misspelt one', () => {
  const options = { tables: NO_TABLES, authentcate: doNothing }
  expect(() => createApp(options)).toThrow('did you mean authenticate?')
})

it('createRouter refuses databaseCallerOf for a database without roles', () => {
  const options = { tables: NO_TABLES, databaseCallerOf: databaseCallerBy('web') }
  expect(() => createRouter(options)).toThrow('databaseCallerOf: this database has no roles')
})

it.each([
  ['openDatabase: url must be a postgres://', () => openDatabase(process.env['NOT_SET'] as string)],
  ['openDatabase: url must be a postgres://', () => openDatabase('')],
  ...[undefined, null, 'abc', '{}', 5, () => 1, [1]].map((options): [string, () => unknown] => [
    'createApp needs an object with its options',
    () => createApp(options as never),
  ]),
])('says what is missing: %s', async (message, call) => {
  await expect(async () => {
    await call()
  }).rejects.toThrow(message)
})
