/** Compiles the programs of the documents with the types of the built package. */
import { mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { builtPackage } from '../support/built-package'
import { codeBlocks } from '../support/document-code'
import { runCommand } from '../support/run-command'

const root = path.join(__dirname, '../..')
const folder = path.join(root, 'node_modules/.cache/tablequery-example')
const compiler = path.join(root, 'node_modules/@typescript/native/bin/tsc')

const documents = [
  ...['README.md', 'docs/reference/client.md', 'docs/reference/conformance.md'],
  ...readdirSync(path.join(root, 'docs/how-to')).map((name) => `docs/how-to/${name}`),
]
const examples = documents.flatMap((document) =>
  ['ts', 'tsx'].flatMap((language) =>
    codeBlocks(document, language).map((code, index) => {
      const name = document.replaceAll('/', '-').replace(/\.md$/, '')
      return { document, file: `${name}-${index}.${language}`, code }
    }),
  ),
)

it('finds the programs of the documents', () => {
  const found = examples.map(({ document }) => document)
  expect(found.filter((document) => document === 'README.md')).toHaveLength(1)
  expect(found).toEqual(expect.arrayContaining(['docs/reference/client.md', 'docs/how-to/koa.md']))
})

it('compiles the programs of the documents', async () => {
  const modules = path.join(folder, 'node_modules')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(modules, { recursive: true })
  symlinkSync(builtPackage, path.join(modules, 'tablequery'))
  // Modules may use top-level await, and get the package's types for modules.
  writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }')
  const files = examples.map(({ file, code }) => {
    writeFileSync(path.join(folder, file), code)
    return path.join(folder, file)
  })
  await runCommand(process.execPath, [
    ...[compiler, '--singleThreaded', '--ignoreConfig', '--noEmit'],
    ...['--strict', '--esModuleInterop'],
    ...['--module', 'node20', '--target', 'es2022', '--jsx', 'react-jsx'],
    ...['--lib', 'es2023,dom,dom.iterable', '--types', 'node', '--moduleDetection', 'force'],
    ...files,
  ])
}, 120_000)
