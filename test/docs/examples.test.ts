/** The programs of the documents pass the compiler, with the types as published. */
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { builtPage } from '../support/built-pages'
import { codeBlocks } from '../support/document-code'
import { runCommand } from '../support/run-command'

const root = path.join(__dirname, '../..')
const folder = path.join(root, 'node_modules/.cache/tablequery-example')
const compiler = path.join(root, 'node_modules/typescript/bin/tsc')

const documents = [
  ...['README.md', 'docs/client.md'],
  ...readdirSync(path.join(root, 'docs/recipes')).map((name) => `docs/recipes/${name}`),
]
const examples = documents.flatMap((document) =>
  ['ts', 'tsx'].flatMap((language) =>
    codeBlocks(document, language).map((code, index) => {
      const name = document.replaceAll('/', '-').replace(/\.md$/, '')
      return { document, file: `${name}-${index}.${language}`, code }
    }),
  ),
)

it('are found', () => {
  const found = examples.map(({ document }) => document)
  expect(found.filter((document) => document === 'README.md')).toHaveLength(2)
  expect(found).toEqual(expect.arrayContaining(['docs/client.md', 'docs/recipes/koa.md']))
})

it('compile', async () => {
  const built = path.join(folder, 'node_modules/tablequery')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const project = path.join(root, 'scripts/tsconfig.build.json')
  const dist = path.join(built, 'dist')
  await runCommand(process.execPath, [compiler, '-p', project, '--outDir', dist])
  cpSync(builtPage('client'), path.join(dist, 'client'), { recursive: true })
  writeFileSync(path.join(built, 'package.json'), readFileSync(path.join(root, 'package.json')))
  // As modules, so that they may await at the top, and find the types that modules get.
  writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }')
  const files = examples.map(({ file, code }) => {
    writeFileSync(path.join(folder, file), code)
    return path.join(folder, file)
  })
  await runCommand(process.execPath, [
    ...[compiler, '--ignoreConfig', '--noEmit', '--strict', '--esModuleInterop'],
    ...['--module', 'node20', '--target', 'es2022', '--jsx', 'react-jsx'],
    ...['--lib', 'es2023,dom,dom.iterable', '--types', 'node', '--moduleDetection', 'force'],
    ...files,
  ])
}, 120_000)
