/** docs/explanation/architecture.md lists the files that a query passes between the socket and the driver. */
import { readFileSync } from 'node:fs'
import { Session } from 'node:inspector/promises'
import path from 'node:path'
import { createApp, openDatabase } from '../../src'
import { drain } from '../../src/http/drain'
import { addressOf, listen } from '../../src/http/http-server'
import { filesAboveDriver } from '../support/call-stack'
import { describeEachDialect, withoutApp } from '../support/describe-each-engine'
import { describeEachServer } from '../support/describe-each-server'

const ROOT = path.join(__dirname, '../..')
const MAX_FILES = 20

const text = readFileSync(path.join(ROOT, 'docs/explanation/architecture.md'), 'utf8')
const listed = [...text.matchAll(/^\d+\. \[([^\]]+)\]\(\.\.\/\.\.\/([^)]+)\)/gm)].map(
  ([, title = '', target = '']) => ({ title, target }),
)
const files = listed.map(({ target }) => target)

const isProduct = (file: string): boolean => /^(src|dialects)\//.test(file)
const isOfEngine = (file: string): boolean => file.startsWith('dialects/')
const isNamed = (file: string): boolean => text.includes(`(../../${file})`)
/** The files of the list that are not of an engine: the list is the path with SQLite. */
const shared = files.filter((file) => !isOfEngine(file))

/** The files of an engine on the path. */
function filesOfEngine(dialect: string): string[] {
  const entry = new RegExp(`^(?:-|\\d+\\.) \\[(dialects/${dialect}/[^\\]]+)\\]`, 'gm')
  return [...text.matchAll(entry)].map(([, file = '']) => file)
}

const fixture = {
  tables: [
    {
      name: 'a',
      columns: [{ name: 'id', type: { kind: 'integer' } as const }],
      primaryKey: ['id'],
      rows: () => [[1], [2], [3]],
    },
  ],
  views: [],
}

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

/** @param plainReads whether the layers around the executor are taken off */
async function withTable(
  url: string,
  plainReads: boolean,
  work: (query: (limit: number) => Promise<void>) => Promise<void>,
): Promise<void> {
  // The clock stands still, so that the table is described only once.
  const opened = await openDatabase(url, { plainReads, now: () => 0 })
  const app = createApp({ tables: opened.tables, onResponse: () => undefined })
  const server = await listen(app, { host: '127.0.0.1', port: 0 })
  const base = `${addressOf(server, '127.0.0.1')}/api/table-viewer`
  const bodyOf = async (target: string): Promise<void> => {
    const response = await fetch(`${base}/${target}`)
    expect([response.status, await response.json()]).toEqual([200, expect.anything()])
  }
  try {
    await bodyOf('tables/a')
    await work((limit) => bodyOf(`query?table=a&limit=${limit}`))
  } finally {
    await drain(server, 0)
    await opened.close()
  }
}

it('lists at most twenty files, with their paths as titles', () => {
  expect(listed.length).toBeGreaterThan(10)
  expect(listed.length).toBeLessThanOrEqual(MAX_FILES)
  for (const { title, target } of listed) expect(title).toBe(target)
})

it('lists files that import each other', () => {
  // The server makes the app, the reader of pages, and the engine with its pool.
  const makers = [
    ...['src/program/server.ts', 'src/app.ts', 'src/http/base-app.ts'],
    ...['src/core/create-reader.ts', 'dialects/sqlite/index.ts'],
    'src/dialect/sessions/traced-session-pool.ts',
  ]
  const reached = new Set([...makers, ...files].flatMap(importsOf))
  expect(files.filter((file) => !reached.has(file))).toEqual([])
})

/** The names of the layers on the path, those of each engine last. */
const [, commonLayers = '', mysqlLayers = ''] =
  /^The list is .*By default, (.*?) are between 11 and 12, and on MySQL and MariaDB (.*?) too\./m.exec(
    text,
  ) ?? []

/** The layers that a query of an engine passes by default. */
function layersOf(dialect: string): string[] {
  const names = dialect === 'mysql' ? `${commonLayers} ${mysqlLayers}` : commonLayers
  return [...names.matchAll(/`([\w-]+\.ts)`/g)].map(([, name = '']) => `src/core/layers/${name}`)
}

const LABELS: Record<string, string> = { sqlite: 'SQLite', postgres: 'Postgres', mysql: 'MySQL' }

withoutApp(describeEachDialect)('the path of a query', fixture, (t) => {
  const { dialect } = t.engine
  const ofDocument = filesOfEngine(dialect)
  const layers = layersOf(dialect)
  const listedFiles = [...shared, ...ofDocument]

  it('has the listed files', async () => {
    await withTable(t.database.url, true, async (query) => {
      await query(3)
      const onStack = await filesAboveDriver(() => query(2))
      expect(onStack.filter((file) => !listedFiles.includes(file))).toEqual([])
      expect(onStack.filter((file) => !isOfEngine(file)).length).toBeGreaterThan(8)
      // Its `run` is where the stack is recorded.
      const below = 'dialects/sqlite/reader-process.ts'
      expect(ofDocument.filter((file) => ![...onStack, below].includes(file))).toEqual([])
    })
  })

  it('has the layers too by default, and at most twenty files', async () => {
    await withTable(t.database.url, false, async (query) => {
      await query(3)
      const onStack = await filesAboveDriver(() => query(2))
      const withLayers = [...listedFiles, ...layers]
      // While the total is not cached, the request counts.
      const counting = ['shared-snapshots.ts', 'waiting-read.ts', 'shared-counts.ts']
      const known = [...withLayers, ...counting.map((name) => `src/core/layers/${name}`)]
      expect(layers.length).toBeGreaterThan(2)
      expect(onStack.filter((file) => !known.includes(file))).toEqual([])
      expect(onStack.filter((file) => layers.includes(file)).length).toBeGreaterThan(0)
      const counted = new RegExp(
        `With them, the path has .*?(\\d+)(?: files)? on ${LABELS[dialect]}`,
      )
      expect(withLayers.length).toBe(Number(counted.exec(text)?.[1]))
      expect(withLayers.length).toBeLessThanOrEqual(MAX_FILES)
    })
  })
})

describeEachServer('sqlite', 'the files of a query', (server) => {
  const serve = async (): Promise<string> => {
    const statements = [
      'create table a (id integer primary key)',
      'insert into a values (1), (2), (3)',
    ]
    return (await server.serve(statements)).url
  }

  it('all run, and every other file that runs is named', async () => {
    await withTable(await serve(), true, async (query) => {
      await query(2)
      const run = await filesRunBy(() => query(1))
      expect(files.filter((file) => !run.includes(file))).toEqual([])
      expect(run.filter((file) => isProduct(file) && !isNamed(file))).toEqual([])
    })
  })

  it('are named with the layers too', async () => {
    await withTable(await serve(), false, async (query) => {
      const counting = await filesRunBy(() => query(3))
      const withTotal = await filesRunBy(async () => {
        for (const limit of [1, 1]) await query(limit)
      })
      const run = [...counting, ...withTotal]
      expect(run.filter((file) => isProduct(file) && !isNamed(file))).toEqual([])
      expect(layersOf('sqlite').filter((file) => !run.includes(file))).toEqual([])
    })
  })
})
