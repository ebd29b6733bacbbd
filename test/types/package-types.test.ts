/** The types of the built package and its dependencies compile in strict ESM and CommonJS projects. */
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { builtPackage } from '../support/built-package'
import { runCommand } from '../support/run-command'
import { runFolder } from '../support/run-folder'

const compiler = path.join(__dirname, '../../node_modules/@typescript/native/bin/tsc')
const source = readFileSync(path.join(__dirname, 'public-types.ts'), 'utf8')

it.each(['module', 'commonjs'])(
  'compile in a project of type %s',
  async (type) => {
    const folder = path.join(runFolder, `types-${type}`)
    const modules = path.join(folder, 'node_modules')
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(modules, { recursive: true })
    symlinkSync(builtPackage, path.join(modules, 'tablequery'))
    writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ type }))
    const file = path.join(folder, 'use.ts')
    const text = source.replaceAll("'../../src", "'tablequery")
    expect(text).toContain("'tablequery/client'")
    writeFileSync(file, text)
    await runCommand(process.execPath, [
      ...[compiler, '--ignoreConfig', '--noEmit', '--strict', '--exactOptionalPropertyTypes'],
      ...['--module', 'node20', '--target', 'es2022', '--skipLibCheck', 'false'],
      ...['--lib', 'es2023,dom,dom.iterable', '--types', 'node', '--esModuleInterop', file],
    ])
  },
  240_000,
)
