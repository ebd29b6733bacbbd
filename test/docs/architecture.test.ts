/** docs/explanation/architecture.md lists the files that a query passes between the socket and the driver. */
import { existsSync, readFileSync } from 'node:fs'
import { Session } from 'node:inspector/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { ReaderProcess } from '../../dialects/sqlite/reader-process'
import { loadFixture } from '../../fixtures/load-fixture'
import { createApp, openDatabase } from '../../src'
import { addressOf, drain, listen } from '../../src/http/http-server'
import { dialectForTests } from '../support/dialect-for-tests'

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
  return [...source.matchAll(/(?: from |import\()'(\.[^']+?)(?:\.js)?'/g)].map(
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

/**
 * Files of the project with functions on the call stack of a statement. Functions that wait for a promise
 * are on it, those that only return one are not.
 */
async function filesAboveDriver(work: () => Promise<unknown>): Promise<string[]> {
  let stack = ''
  const spy = jest.spyOn(ReaderProcess.prototype, 'run').mockImplementation(function (
    this: ReaderProcess,
    ...args
  ) {
    const { stackTraceLimit } = Error
    Error.stackTraceLimit = Infinity
    ;({ stack = '' } = new Error('the call stack'))
    Error.stackTraceLimit = stackTraceLimit
    spy.mockRestore()
    return this.run(...args)
  })
  await work()
  const found = [...stack.matchAll(/([^\s(]+\.ts):\d+:\d+/g)]
    .map(([, file = '']) => path.relative(ROOT, file))
    .filter((file) => /^(src|dialects)\//.test(file))
  return [...new Set(found)]
}

it('lists at most twenty files, with their paths as titles', () => {
  expect(listed.length).toBeGreaterThan(10)
  expect(listed.length).toBeLessThanOrEqual(MAX_FILES)
  for (const { title, target } of listed) expect(title).toBe(target)
})

it('lists files that import each other', () => {
  // The server makes the app, the reader of pages, and the engine with its pool.
  const makers = [
    ...['src/server.ts', 'src/app.ts', 'src/http/base-app.ts'],
    ...['src/core/create-reader.ts', 'dialects/sqlite/index.ts'],
    'src/dialect/sessions/traced-session-pool.ts',
  ]
  const reached = new Set([...makers, ...files].flatMap(importsOf))
  expect(files.filter((file) => !reached.has(file))).toEqual([])
})

interface ServedTable {
  readonly query: (limit: number) => Promise<void>
  readonly stop: () => Promise<void>
}

/** @param plainReads whether the layers around the executor are taken off */
async function serveTable(name: string, plainReads: boolean): Promise<ServedTable> {
  const { createTestDatabase, storage } = dialectForTests('sqlite')
  const database = await createTestDatabase(`sqlite:${tmpdir()}`, `${name}_${process.pid}`)
  const rows = (): number[][] => [[1], [2], [3]]
  const columns = [{ name: 'id', type: { kind: 'integer' } as const }]
  const tables = [{ name: 'a', columns, primaryKey: ['id'], rows }]
  await loadFixture({ tables, views: [] }, storage, database.url)
  // The clock stands still, so that the table is described only once.
  const opened = await openDatabase(database.url, { plainReads, now: () => 0 })
  const app = createApp({ tables: opened.tables, onResponse: () => undefined })
  const server = await listen(app, { host: '127.0.0.1', port: 0 })
  const base = `${addressOf(server, '127.0.0.1')}/api/table-viewer`
  const url = `${base}/query?table=a`
  expect((await fetch(`${base}/tables/a`)).status).toBe(200)
  return {
    query: async (limit) => {
      const response = await fetch(`${url}&limit=${limit}`)
      expect([response.status, await response.json()]).toEqual([200, expect.anything()])
    },
    stop: async () => {
      await drain(server, 0)
      await opened.close()
      await database.drop()
    },
  }
}

const isProduct = (file: string): boolean => /^(src|dialects)\//.test(file)
const isNamed = (file: string): boolean => text.includes(`(../../${file})`)

it('lists the files on the call stack of a query, which all run, and names every other file that runs', async () => {
  const { query, stop } = await serveTable('plain', true)
  try {
    await query(3)
    const onStack = await filesAboveDriver(() => query(2))
    expect(onStack.length).toBeGreaterThan(10)
    expect(onStack.filter((file) => !files.includes(file))).toEqual([])
    const run = await filesRunBy(() => query(1))
    expect(files.filter((file) => !run.includes(file))).toEqual([])
    expect(run.filter((file) => isProduct(file) && !isNamed(file))).toEqual([])
  } finally {
    await stop()
  }
})

it('names every file that runs with the layers, which it says are on by default', async () => {
  const { query, stop } = await serveTable('layered', false)
  try {
    // Of a total that is counted, and of pages with a cached total.
    const run = await filesRunBy(async () => {
      for (const limit of [3, 2, 1, 1]) await query(limit)
    })
    expect(run.filter((file) => isProduct(file) && !isNamed(file))).toEqual([])
    const byDefault =
      /^The list is .*By default, four of them are between 12 and 13: (.*)\.$/m.exec(text)?.[1]
    const layers = [...(byDefault ?? '').matchAll(/`([\w-]+\.ts)`/g)].map(([, name = '']) => name)
    expect(layers).toHaveLength(4)
    expect(layers.filter((name) => !run.includes(`src/core/${name}`))).toEqual([])
  } finally {
    await stop()
  }
})

it('links only to files that exist', () => {
  const links = [...text.matchAll(/\]\((?!http|#)([^)#]+)\)/g)].map(([, link = '']) => link)
  for (const link of links)
    expect([link, existsSync(path.join(ROOT, 'docs/explanation', link))]).toEqual([link, true])
})
