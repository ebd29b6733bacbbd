/** The files that docs/explanation/architecture.md lists are those that a query passes through. */
import { existsSync, readFileSync } from 'node:fs'
import { Session } from 'node:inspector/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { loadFixture } from '../../fixtures/load-fixture'
import { dialectForTests } from '../support/dialect-for-tests'
import { startTestApp } from '../support/test-app'

const ROOT = path.join(__dirname, '../..')
const MAX_FILES = 20

const text = readFileSync(path.join(ROOT, 'docs/explanation/architecture.md'), 'utf8')
const listed = [...text.matchAll(/^\d+\. \[([^\]]+)\]\(\.\.\/\.\.\/([^)]+)\)/gm)].map(
  ([, title = '', target = '']) => ({ title, target }),
)
const files = listed.map(({ target }) => target)

/** Files of the project that the given file imports. */
function importsOf(file: string): string[] {
  const source = readFileSync(path.join(ROOT, file), 'utf8')
  return [...source.matchAll(/ from '(\.[^']+)'/g)].map(
    ([, target = '']) => `${path.join(path.dirname(file), target)}.ts`,
  )
}

/** Files of the project with functions that run during the work. */
async function filesRunBy(work: () => Promise<unknown>): Promise<string[]> {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  await session.post('Profiler.takePreciseCoverage')
  await work()
  const { result } = await session.post('Profiler.takePreciseCoverage')
  session.disconnect()
  return result
    .filter(({ functions }) => functions.some(({ ranges }) => (ranges[0]?.count ?? 0) > 0))
    .map(({ url }) => path.relative(ROOT, url.replace(/^file:\/\//, '')))
}

it('lists at most twenty files, with their paths as titles', () => {
  expect(listed.length).toBeGreaterThan(10)
  expect(listed.length).toBeLessThanOrEqual(MAX_FILES)
  for (const { title, target } of listed) expect(title).toBe(target)
})

it('lists files that import each other', () => {
  const engine = 'dialects/sqlite/index.ts'
  const reached = new Set([...importsOf('src/core/create-reader.ts'), ...importsOf(engine)])
  for (const file of files) for (const imported of importsOf(file)) reached.add(imported)
  const [first, ...others] = files
  expect(first).toBe('src/http/routes.ts')
  expect(others.filter((file) => !reached.has(file))).toEqual([])
})

it('lists files that run for a query, and names every other one', async () => {
  const { createTestDatabase, storage } = dialectForTests('sqlite')
  const database = await createTestDatabase(`sqlite:${tmpdir()}`, `architecture_${process.pid}`)
  const rows = (): number[][] => [[1], [2]]
  const columns = [{ name: 'id', type: { kind: 'integer' } as const }]
  const tables = [{ name: 'a', columns, primaryKey: ['id'], rows }]
  await loadFixture({ tables, views: [] }, storage, database.url)
  // The clock stands still, so that the table is not described again meanwhile.
  const app = await startTestApp(database.url, { plainReads: true, now: () => 0 })
  try {
    await app.get('query?table=a')
    const run = await filesRunBy(() => app.get('query?table=a&limit=1'))
    expect(files.filter((file) => !run.includes(file))).toEqual([])
    const product = run.filter((file) => /^(src|dialects)\//.test(file))
    expect(product.filter((file) => !text.includes(`(../../${file})`))).toEqual([])
  } finally {
    await app.stop()
    await database.drop()
  }
})

it('links only to files that exist', () => {
  const links = [...text.matchAll(/\]\((?!http|#)([^)#]+)\)/g)].map(([, link = '']) => link)
  for (const link of links)
    expect([link, existsSync(path.join(ROOT, 'docs/explanation', link))]).toEqual([link, true])
})
