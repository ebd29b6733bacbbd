/** Every engine at hand, each with one database that takes the table of one case after another. */
import { loadTable } from '../../fixtures/load-fixture'
import type { FixtureWriter } from '../../fixtures/fixture-storage'
import { dialectForTests, type DialectForTests } from '../support/dialect-for-tests'
import { startTestApp } from '../support/test-app'
import type { TestDatabase } from '../support/test-database'
import { testServers } from '../support/test-servers'
import type { FuzzCase } from './fuzz-case'
import type { FuzzRequest } from './fuzz-request'

export interface EngineAnswer {
  readonly status: number
  readonly text: string
}

export interface FuzzEngine {
  readonly name: string
  readonly dialect: DialectForTests
  /** Answers of a new app: to every request, then the list of tables, then the table's metadata. */
  answers(fuzzCase: FuzzCase): Promise<EngineAnswer[]>
  stop(): Promise<void>
}

export async function startEngines(): Promise<FuzzEngine[]> {
  return Promise.all(
    testServers().map(async ({ name, dialect: folder, url }) => {
      const dialect = dialectForTests(folder)
      const database = await dialect.createTestDatabase(url, `tablequery_fuzz_${process.pid}`)
      const writer = await dialect.storage.open(database.url)
      return {
        name,
        dialect,
        answers: (fuzzCase) => answers(fuzzCase, dialect, database, writer),
        stop: async () => {
          await writer.close()
          await database.drop()
        },
      }
    }),
  )
}

async function answers(
  { table, served, requests }: FuzzCase,
  { storage }: DialectForTests,
  database: TestDatabase,
  writer: FixtureWriter,
): Promise<EngineAnswer[]> {
  const quote = (name: string): string => storage.quote(name)
  await loadTable(table, storage, writer)
  try {
    if (served !== table) {
      await writer.run(`create view ${quote(served.name)} as select * from ${quote(table.name)}`)
    }
    const app = await startTestApp(database.url)
    try {
      const received: EngineAnswer[] = []
      for (const path of [...requests.map(pathOf), 'tables', metadataPath(served.name)]) {
        const { status, text } = await app.get(path)
        received.push({ status, text })
      }
      return received
    } finally {
      await app.stop()
    }
  } finally {
    if (served !== table) await writer.run(`drop view ${quote(served.name)}`)
    await writer.run(`drop table ${quote(table.name)}`)
  }
}

function metadataPath(table: string): string {
  return `tables/${encodeURIComponent(table)}`
}

export function pathOf(request: FuzzRequest): string {
  const pairs = request.map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  return `query?${pairs.join('&')}`
}
