/** The bundle of `tablequery/client`: its size, its exports, and its entries in package.json. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { runCommand } from '../support/run-command'
import { builtPage } from '../support/built-package'

const folder = builtPage('client')

it('is smaller than 3.5 kB when compressed', () => {
  const bytes = gzipSync(readFileSync(path.join(folder, 'index.mjs'))).length
  expect(bytes).toBeGreaterThan(500)
  expect(bytes).toBeLessThan(3500)
})

it('has no dependencies, and exports the same names as its source', async () => {
  const file = path.join(folder, 'index.mjs')
  expect(readFileSync(file, 'utf8')).not.toMatch(/\bimport\b|\brequire\(/)
  const script = `import * as client from ${JSON.stringify(file)}
    console.log(Object.keys(client).sort().join())`
  const names = await runCommand(process.execPath, ['--input-type=module', '-e', script])
  const source = await import('../../src/client/index.js')
  expect(names.trim()).toBe(Object.keys(source).sort().join())
})

it('sends no half of an emoji, as its source does', async () => {
  const script = `import { createTableQueryClient } from ${JSON.stringify(path.join(folder, 'index.mjs'))}
    const fetch = () => console.log('sent')
    const client = createTableQueryClient({ baseUrl: 'http://127.0.0.1/api', fetch })
    const query = { table: 'a', filter: '\\ud83d' }
    await client.query(query).catch(({ name, cause }) => console.log(name, cause.name))
    await client.table('\\ud83d').catch(({ name, cause }) => console.log(name, cause.name))`
  const printed = await runCommand(process.execPath, ['--input-type=module', '-e', script])
  expect(printed).toBe('NetworkError URIError\nNetworkError URIError\n')
})

it('is the entry "./client" of the package', () => {
  const { exports } = JSON.parse(
    readFileSync(path.join(__dirname, '../../package.json'), 'utf8'),
  ) as { exports: Record<string, unknown> }
  expect(exports['./client']).toEqual({
    import: { types: './dist/client/index.d.mts', default: './dist/client/index.mjs' },
    require: {
      types: './dist/src/client/index.d.ts',
      default: './dist/src/client/index.js',
    },
  })
})
