/** Only the documented API of knex is used: its internal classes and members change without notice. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

const root = path.join(__dirname, '../..')
const FOLDERS = ['src', 'dialects', 'fixtures', 'scripts', 'test']

const PRIVATE =
  /knex\/lib|__knex|\b_query\(|\bclient\.pool\b|\b(?:acquire|destroy)RawConnection|\bacquireConnection\b|\breleaseConnection\b/

const files = FOLDERS.flatMap((folder) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:[cm]?[jt]s|tsx)$/.test(name))
    .map((name) => path.join(folder, name)),
).filter((file) => path.join(root, file) !== __filename)

it('no file uses the internal API of knex', () => {
  expect(files.length).toBeGreaterThan(300)
  const using = files.filter((file) => PRIVATE.test(readFileSync(path.join(root, file), 'utf8')))
  expect(using).toEqual([])
})

it.each([
  "import Client from 'knex/lib/dialects/postgres/index.js'",
  'session.__knex__disposed = true',
  'override _query(session: Session)',
  'const { numUsed } = db.client.pool',
  'await client.acquireRawConnection()',
])('finds the internal API in: %s', (text) => {
  expect(text).toMatch(PRIVATE)
})
