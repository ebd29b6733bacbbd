/** The types of the built package and its dependencies compile in strict ESM and CommonJS projects. */
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { builtPackage } from '../support/built-package'
import { runCommand } from '../support/run-command'
import { runFolder } from '../support/run-folder'

const compiler = path.join(__dirname, '../../node_modules/@typescript/native/bin/tsc')
const source = readFileSync(path.join(__dirname, 'public-types.ts'), 'utf8')

it('compile in projects of type module and commonjs', async () => {
  const folder = path.join(runFolder, 'types')
  const modules = path.join(folder, 'node_modules')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(modules, { recursive: true })
  symlinkSync(builtPackage, path.join(modules, 'tablequery'))
  const text = source.replaceAll("'../../src", "'tablequery")
  expect(text).toContain("'tablequery/client'")
  // One run of the compiler, which reads the types of dependencies once.
  const files = ['module', 'commonjs'].map((type) => {
    const project = path.join(folder, type)
    mkdirSync(project)
    writeFileSync(path.join(project, 'package.json'), JSON.stringify({ type }))
    writeFileSync(path.join(project, 'use.ts'), text)
    return path.join(project, 'use.ts')
  })
  await runCommand(process.execPath, [
    ...[compiler, '--ignoreConfig', '--noEmit', '--strict', '--exactOptionalPropertyTypes'],
    ...['--module', 'node20', '--target', 'es2022', '--skipLibCheck', 'false'],
    ...['--lib', 'es2023,dom,dom.iterable', '--types', 'node', '--esModuleInterop', ...files],
  ])
}, 240_000)
