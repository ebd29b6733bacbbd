/** The connection strings and the parameters of docs/reference/connections.md are those that the program accepts. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { connectionTarget as mysqlTarget } from '../../dialects/mysql/connection-string'
import { connectionTarget as postgresTarget } from '../../dialects/postgres/connection-string'

const text = readFileSync(path.join(__dirname, '../../docs/reference/connections.md'), 'utf8')

const examples = [...text.matchAll(/\b(postgres|mysql):\/\/[^\s`']+/g)]
  .map(([url]) => url)
  .filter((url) => !/:\/\/$/.test(url))

it.each(examples)('accepts %s', (url) => {
  const parse = url.startsWith('mysql') ? mysqlTarget : postgresTarget
  expect(parse(url).addresses.length).toBeGreaterThan(0)
})

it('has examples of both engines', () => {
  expect(examples.length).toBeGreaterThan(8)
})

it.each([
  ['postgres://h/d', postgresTarget],
  ['mysql://h/d', mysqlTarget],
])('names all parameters of %s', (url, parse) => {
  let message = ''
  try {
    parse(`${url}?no_such_parameter_at_all=1`)
  } catch (error) {
    message = String(error)
  }
  const [, list = ''] = /must be one of (.*)$/.exec(message) ?? []
  const known = list.split(', ')
  expect(known.length).toBeGreaterThan(8)
  expect(known.filter((name) => !new RegExp(`[\`?&]${name}[\`=]`).test(text))).toEqual([])
})

it('names all environment variables', () => {
  const sources = ['connection-string', 'encryption'].map((name) =>
    readFileSync(path.join(__dirname, `../../dialects/postgres/${name}.ts`), 'utf8'),
  )
  const variables = sources.join('\n').match(/'PG[A-Z_]+'/g) ?? []
  expect(variables.length).toBeGreaterThan(10)
  expect(variables.filter((name) => !text.includes(`\`${name.slice(1, -1)}\``))).toEqual([])
})
