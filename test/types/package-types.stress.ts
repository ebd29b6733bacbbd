/**
 * The types of the built package and its dependencies compile in strict ESM and CommonJS projects;
 * `old-resolution.stress.ts` finds them as older projects do.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { runCommand } from '../support/run-command'
import { emptyProject, modulesOfProject } from './empty-project'

const source = readFileSync(path.join(__dirname, 'public-types.ts'), 'utf8')

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
