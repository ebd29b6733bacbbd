/** The README's program that uses this as a library passes the compiler, with the types as published. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { runCommand } from '../support/run-command'

const root = path.join(__dirname, '../..')
const folder = path.join(root, 'node_modules/.cache/tablequery-example')

it('compiles', async () => {
  const compiler = path.join(root, 'node_modules/typescript/bin/tsc')
  const project = path.join(root, 'scripts/tsconfig.build.json')
  const built = path.join(folder, 'node_modules/tablequery')
  await runCommand(process.execPath, [
    compiler,
    '-p',
    project,
    '--outDir',
    path.join(built, 'dist'),
  ])
  writeFileSync(path.join(built, 'package.json'), readFileSync(path.join(root, 'package.json')))
  const [, example] =
    /```ts\n(.*?)```/s.exec(readFileSync(path.join(root, 'README.md'), 'utf8')) ?? []
  mkdirSync(folder, { recursive: true })
  writeFileSync(path.join(folder, 'example.ts'), example ?? 'no example')
  const options = [
    '--noEmit',
    '--strict',
    '--module',
    'node16',
    '--target',
    'es2022',
    '--esModuleInterop',
  ]
  const file = path.join(folder, 'example.ts')
  await runCommand(process.execPath, [
    compiler,
    ...options,
    '--types',
    'node',
    '--ignoreConfig',
    file,
  ])
}, 120_000)
