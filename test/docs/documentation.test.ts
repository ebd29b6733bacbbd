/** Compares the documents with the program. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { readCommand } from '../../src/program/config'
import { statusOfError } from '../../src/core/errors'
import { DEFAULT_MAX_LIMIT } from '../../src/http/defaults'
import { queryParameters } from '../../src/http/query/query-parameters'
import { flagName, variableName } from '../../src/settings/setting-definition'
import { SETTING_NAMES, SETTINGS } from '../../src/program/settings'
import { defaultShopDatabase } from '../../fixtures/shop/default-database'
import { readPermissions, readSecrets } from '../../src'
import { startTestApp, type TestApp } from '../support/test-app'

const root = path.join(__dirname, '../..')
const documentsIn = (folder: string): string[] =>
  readdirSync(path.join(root, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `${folder}/${name}`)
/** The four kinds of documents, below the tutorial. */
const FOLDERS = ['how-to', 'reference', 'explanation'].map((name) => `docs/${name}`)
const documents = [
  ...['README.md', 'CONTRIBUTING.md', 'SECURITY.md'],
  ...['docs', ...FOLDERS, 'docs/reference/api'].flatMap(documentsIn),
]
const indexed = documents.filter(
  (document) => document.startsWith('docs/') && document !== 'docs/README.md',
)
const guides = documentsIn('docs/how-to')
const read = (document: string): string => readFileSync(path.join(root, document), 'utf8')

/** The text of a document, without the blanks that align its tables. */
const tables = (document: string): string => read(document).replace(/ +/g, ' ')

/** A `curl` command and the JSON after it. */
const EXAMPLE = /```sh\ncurl 'http:\/\/127\.0\.0\.1:3000([^']+)'\n```\s+```json\n(.*?)```/gs

describe('the examples', () => {
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

  it('are found', () => {
    expect(examples.length).toBeGreaterThanOrEqual(3)
  })

  it.each(examples)('%s has the documented response', async (request, json) => {
    expect(JSON.parse((await app.request(request)).text)).toEqual(JSON.parse(json))
  })
})

it.each(Object.entries(statusOfError))('%s is documented with its status', (code, status) => {
  expect(tables('docs/reference/behaviour.md')).toContain(`| ${status} | \`${code}\` |`)
})

const settingTables = documents.map(tables).join('\n')

it.each(SETTING_NAMES)('the setting %s is documented', (name) => {
  const variables = [variableName(name), SETTINGS[name].alsoFrom].filter((v) => v !== undefined)
  const environment = variables.map((variable) => `\`${variable}\``).join(', ')
  const row = `| \`--${flagName(name)}\` | ${environment} |`
  // A failure does not print all documents.
  expect(settingTables.includes(row) ? [] : [row]).toEqual([])
})

it('the README lists the parameters', () => {
  const [, table = ''] = /\| Parameter.*?\n((?:\|.*\n)+)/.exec(tables('README.md')) ?? []
  const listed = [...table.matchAll(/^\| ((?:`\w+`(?:, )?)+) \|/gm)].flatMap(([, names = '']) =>
    names.replaceAll('`', '').split(', '),
  )
  expect(listed.toSorted()).toEqual(Object.keys(queryParameters(DEFAULT_MAX_LIMIT)).toSorted())
})

it.each(indexed)('the index of the documents has %s', (document) => {
  expect(read('docs/README.md')).toContain(`](${path.relative('docs', document)})`)
})

it.each(guides)('%s has the test that the index names', (guide) => {
  const link = `](${path.relative('docs', guide)})`
  const row = read('docs/README.md')
    .split('\n')
    .find((line) => line.startsWith('|') && line.includes(link))
  const [, test = ''] = /\]\(\.\.\/([^)]+\.ts)\)/.exec(row ?? '') ?? []
  expect(() => read(test)).not.toThrow()
})

it('the README links to the index', () => {
  expect(read('README.md')).toContain('](docs/README.md)')
})

const securityExamples = [
  ...read('docs/explanation/security.md').matchAll(/```json\n(.*?)```/gs),
].map(([, json = '']) => json)

it('the secrets and rules in docs/explanation/security.md are valid', () => {
  expect(securityExamples).toHaveLength(2)
  const [secrets = '', permissions = ''] = securityExamples
  expect(readSecrets(secrets).map(({ name }) => name)).toEqual(['dashboard', 'phone'])
  expect([...readPermissions(permissions).roles.keys()]).toEqual(['analyst', 'admin'])
})

it('the systemd unit uses valid settings', () => {
  const unit = read('scripts/tablequery.service').replaceAll('\\\n', '')
  const [, options = ''] = /^ExecStart=\S+ \S+ (.*)$/m.exec(unit) ?? []
  const args = options
    .trim()
    .split(/ +/)
    .map((arg) => arg.replace(/^\$\{.*/, path.join(root, 'LICENSE')))
  expect(readCommand(args, {})).toMatchObject({
    run: 'serve',
    settings: { waitForDatabase: true, adminPort: 3001, metrics: true },
  })
})
