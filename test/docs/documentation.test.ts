/** What the documents say is what the program does. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { readCommand } from '../../src/config'
import { statusOfError } from '../../src/core/errors'
import { flagName, variableName } from '../../src/setting-definition'
import { SETTING_NAMES, SETTINGS } from '../../src/settings'
import { defaultShopDatabase } from '../../fixtures/shop/default-database'
import { readPermissions, readSecrets } from '../../src'
import { startTestApp, type TestApp } from '../support/test-app'

const root = path.join(__dirname, '../..')
const documentsIn = (folder: string): string[] =>
  readdirSync(path.join(root, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `${folder}/${name}`)
const recipes = documentsIn('docs/recipes').filter((name) => !name.endsWith('/README.md'))
const documents = [
  ...['README.md', 'CONTRIBUTING.md', 'SECURITY.md'],
  ...documentsIn('docs'),
  ...documentsIn('docs/recipes'),
]
const read = (document: string): string => readFileSync(path.join(root, document), 'utf8')

/** The tables, without the blanks that align them. */
const tables = (document: string): string => read(document).replace(/ +/g, ' ')

/** A `curl` and the JSON that follows it. */
const EXAMPLE = /```sh\ncurl 'http:\/\/127\.0\.0\.1:3000([^']+)'\n```\s+```json\n(.*?)```/gs

describe('each example', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp(await defaultShopDatabase())
  }, 60_000)
  afterAll(() => app.stop())

  const examples = documents.flatMap((document) =>
    [...read(document).matchAll(EXAMPLE)].map(
      ([, request = '', json = '']) => [request, json] as const,
    ),
  )

  it('is found', () => {
    expect(examples.length).toBeGreaterThanOrEqual(3)
  })

  it.each(examples)('%s answers as it says', async (request, json) => {
    expect(JSON.parse((await app.request(request)).text)).toEqual(JSON.parse(json))
  })
})

it.each(Object.entries(statusOfError))('%s is documented with its status', (code, status) => {
  expect(tables('docs/behaviour.md')).toContain(`| ${status} | \`${code}\` |`)
})

it.each(SETTING_NAMES)('the setting %s is documented', (name) => {
  const variables = [variableName(name), SETTINGS[name].alsoFrom].filter((v) => v !== undefined)
  const environment = variables.map((variable) => `\`${variable}\``).join(', ')
  expect(documents.map(tables).join('\n')).toContain(`| \`--${flagName(name)}\` | ${environment} |`)
})

it.each(documents)('the links of %s lead somewhere', (document) => {
  const targets = [...read(document).matchAll(/\]\(([^)#:]+)\)/g)].map(([, target = '']) => target)
  const folder = path.dirname(path.join(root, document))
  for (const target of targets) expect(() => readFileSync(path.join(folder, target))).not.toThrow()
})

it.each(recipes)('%s is in the list, and run by a test', (recipe) => {
  const name = path.basename(recipe, '.md')
  expect(read('docs/recipes/README.md')).toContain(`](${name}.md)`)
  expect(read(`test/docs/recipes/${name}.test.ts`)).toContain(`'${recipe}'`)
})

it('there are recipes, and the first document leads to them', () => {
  expect(recipes.length).toBeGreaterThan(0)
  expect(read('README.md')).toContain('](docs/recipes/README.md)')
})

const written = [...read('docs/security.md').matchAll(/```json\n(.*?)```/gs)].map(
  ([, json = '']) => json,
)

it('the rules and secrets of the security document are some', () => {
  expect(written).toHaveLength(2)
  const [secrets = '', permissions = ''] = written
  expect(readSecrets(secrets).map(({ name }) => name)).toEqual(['dashboard', 'phone'])
  expect([...readPermissions(permissions).roles.keys()]).toEqual(['analyst', 'admin'])
})

it('the unit for systemd starts the program with settings that it has', () => {
  const unit = read('scripts/tablequery.service').replaceAll('\\\n', '')
  const [, args = ''] = /^ExecStart=\S+ \S+ (.*)$/m.exec(unit) ?? []
  const words = args
    .trim()
    .split(/ +/)
    .map((word) => word.replace(/^\$\{.*/, path.join(root, 'LICENSE')))
  expect(readCommand(words, {})).toMatchObject({
    run: 'serve',
    settings: { waitForDatabase: true, adminPort: 3001, metrics: true },
  })
})
