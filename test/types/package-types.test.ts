/** The types of the built package and its dependencies compile in strict ESM and CommonJS projects. */
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { builtPackage } from '../support/built-package'
import { runCommand } from '../support/run-command'
import { runFolder } from '../support/run-folder'

const modulesOfProject = path.join(__dirname, '../../node_modules')
const source = readFileSync(path.join(__dirname, 'public-types.ts'), 'utf8')

/** A folder with the built package in `node_modules`. */
function emptyProject(name: string): string {
  const folder = path.join(runFolder, name)
  const modules = path.join(folder, 'node_modules')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(modules, { recursive: true })
  symlinkSync(builtPackage, path.join(modules, 'tablequery'))
  return folder
}

it('compile in projects of type module and commonjs', async () => {
  const folder = emptyProject('types')
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
    path.join(modulesOfProject, '@typescript/native/bin/tsc'),
    ...['--singleThreaded', '--ignoreConfig', '--noEmit', '--strict'],
    ...['--exactOptionalPropertyTypes'],
    ...['--module', 'node20', '--target', 'es2022', '--skipLibCheck', 'false'],
    ...['--lib', 'es2023,dom,dom.iterable', '--types', 'node', '--esModuleInterop', ...files],
  ])
}, 240_000)

// The default of TypeScript 5 for CommonJS, which does not read `exports` in package.json.
it('are found by the module resolution of Node 10', async () => {
  const file = path.join(emptyProject('types-of-node10'), 'use.ts')
  const entries = ['tablequery', 'tablequery/client', 'tablequery/conformance']
  writeFileSync(
    file,
    entries.map((entry, index) => `export * as e${index} from '${entry}'`).join(';'),
  )
  await runCommand(process.execPath, [
    path.join(modulesOfProject, 'typescript/bin/tsc'),
    ...['--ignoreConfig', '--noEmit', '--strict', '--skipLibCheck', '--esModuleInterop'],
    ...['--module', 'commonjs', '--moduleResolution', 'node10', '--ignoreDeprecations', '6.0'],
    ...['--lib', 'es2023', '--types', 'node', file],
  ])
}, 240_000)
