/** docs/how-to/library.md names every option of the library. */
import { readFileSync } from 'node:fs'
import path from 'node:path'

const root = path.join(__dirname, '../..')
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8')

/** For tests and comparisons. */
const FOR_TESTS = ['now', 'plainReads', 'maxBytes']

function optionsOf([name, file]: readonly [string, string]): readonly string[] {
  const [, body = ''] =
    new RegExp(`export interface ${name} .*?\\{\\n(.*?)^\\}`, 'ms').exec(read(file)) ?? []
  const options = [...body.matchAll(/^ {2}readonly (\w+)\??:/gm)].map(([, option = '']) => option)
  if (options.length === 0) throw new Error(`${file} has no options ${name}`)
  return options.filter((option) => !FOR_TESTS.includes(option))
}

const options = (
  [
    ['AppOptions', 'src/app.ts'],
    ['RoutesOptions', 'src/http/routes.ts'],
    ['CallerOptions', 'src/http/authorization/caller-tables.ts'],
    ['DatabaseOptions', 'src/database.ts'],
    ['ConnectionOptions', 'src/dialect/dialect.ts'],
  ] as const
).flatMap(optionsOf)

it.each(options)('the option %s is named', (option) => {
  expect(read('docs/how-to/library.md')).toMatch(new RegExp(`\\b${option}\\b`))
})
