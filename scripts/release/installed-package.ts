/** Installs the packed package into an empty project and uses it there. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { firstLine } from '../../test/support/first-line'
import { runCommand } from '../../test/support/run-command'

const projectOf = (folder: string): string => path.join(folder, 'project')

export async function installPackage(root: string, folder: string): Promise<void> {
  const packed = await runCommand('npm', ['pack', root, '--pack-destination', folder, '--silent'])
  const archive = path.join(folder, packed.trim().split('\n').at(-1) ?? '')
  const project = projectOf(folder)
  await mkdir(project)
  await writeFile(path.join(project, 'package.json'), JSON.stringify({ private: true }))
  await runCommand('npm', ['install', '--prefix', project, '--no-audit', '--no-fund', archive])
}

export async function queryExample(folder: string): Promise<void> {
  const program = path.join(projectOf(folder), 'node_modules/.bin/tablequery')
  // With an empty cache, so that the package has to create the example database.
  const env = { ...process.env, XDG_CACHE_HOME: path.join(folder, 'cache') }
  const child = spawn(program, ['--port', '0'], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  try {
    const [baseUrl = ''] = (await firstLine(child)).split(' ')
    const response = await fetch(`${baseUrl}/query?table=customers&limit=1`)
    const text = await response.text()
    if (!text.startsWith('{"data":[{'))
      throw new Error(`unexpected response ${response.status}: ${text}`)
  } finally {
    child.kill()
    await ended
  }
}

/** Names that each entry of the package exports. */
const ENTRIES = {
  tablequery: 'createApp',
  'tablequery/client': 'createTableQueryClient',
  'tablequery/conformance': 'runConformance',
} as const

export async function requireEntries(folder: string): Promise<void> {
  const project = projectOf(folder)
  for (const [entry, name] of Object.entries(ENTRIES)) {
    const imports = `import { ${name} } from '${entry}'; if (!${name}) process.exit(1)`
    const requires = `if (!require('${entry}').${name}) process.exit(1)`
    await writeFile(path.join(project, 'entry.mjs'), imports)
    await writeFile(path.join(project, 'entry.cjs'), requires)
    for (const file of ['entry.mjs', 'entry.cjs']) {
      await runCommand(process.execPath, [path.join(project, file)])
    }
  }
}

const USE = `
import { createRouter, openDatabase } from 'tablequery'
import { createTableQueryClient } from 'tablequery/client'

export async function serve(): Promise<void> {
  const { tables } = await openDatabase('sqlite:shop.sqlite')
  createRouter({ tables, maxLimit: 10 })
  // @ts-expect-error A limit is a number.
  createRouter({ tables, maxLimit: '10' })
}

export async function count(): Promise<number> {
  const client = createTableQueryClient({ baseUrl: 'http://127.0.0.1:3000/api/table-viewer' })
  return (await client.query({ table: 'customers' })).pagination.total
}
`

/** TypeScript 7, which writes the types of the package, and 6, with which others may read them. */
const COMPILERS = ['@typescript/native', 'typescript'] as const

export async function checkTypes(root: string, folder: string): Promise<void> {
  const file = path.join(projectOf(folder), 'use.mts')
  await writeFile(file, USE)
  const options = [
    '--ignoreConfig',
    '--strict',
    '--module',
    'nodenext',
    '--lib',
    'es2023,dom',
    '--skipLibCheck',
  ]
  for (const name of COMPILERS) {
    const compiler = path.join(root, 'node_modules', name, 'bin/tsc')
    await runCommand(process.execPath, [compiler, '--noEmit', ...options, file])
  }
}
