/** Tables with keys that only one engine supports: no row is missing from the pages or on two of them. @long */
import fc from 'fast-check'
import { dialectForTests } from '../support/dialect-for-tests'
import { leaveOutLacking, leaveOutMissingEngines } from '../support/left-out'
import type { TestDatabase } from '../support/test-database'
import { testServers } from '../support/test-servers'
import type { FixtureWriter } from '../../fixtures/fixture-storage'
import { startFuzzApp, type FuzzApp } from './fuzz-app'
import { oddCase, type OddCase } from './odd-case'
import { oddDisagreement } from './odd-rounds'
import type { OddTable } from './odd-table'

/** Cases of each table. Few are enough, because cases differ little. */
const runs = Math.max(1, Math.ceil(Number(process.env['FUZZ_RUNS'] ?? 0) / 200))
const seed = Number(process.env['FUZZ_SEED'] ?? Date.now() % 2 ** 31)

/** The most milliseconds of a case, on a busy machine. */
const TIME_PER_RUN = 4000

leaveOutMissingEngines('odd tables')

describe.each(testServers().map((server) => [server.name, server] as const))(
  'odd tables on %s',
  (name, { dialect: folder, url }) => {
    const dialect = dialectForTests(folder)
    let database: TestDatabase
    let writer: FixtureWriter
    let app: FuzzApp
    beforeAll(async () => {
      database = await dialect.createTestDatabase(url, `tablequery_odd_${process.pid}`)
      writer = await dialect.storage.open(database.url)
      app = await startFuzzApp(database.url)
    }, 60_000)
    afterAll(async () => {
      await app.stop()
      await writer.close()
      await database.drop()
    })

    const isSupported = async ({ needs }: OddTable): Promise<boolean> => {
      if (!needs || (await needs.isMet(database.url))) return true
      leaveOutLacking(name, needs)
      return false
    }

    it.each(dialect.oddTables.map((table) => [table.title, table] as const))(
      '%s',
      async (_title, table) => {
        if (!(await isSupported(table))) return
        for (const statement of table.prepare ?? []) await writer.run(statement)
        const check = async (candidate: OddCase): Promise<void> => {
          const wrong = await oddDisagreement(table, candidate, { app, writer, dialect })
          if (wrong === undefined) return
          for (const statement of table.drop) await writer.run(statement)
          throw new Error(wrong)
        }
        const property = fc.asyncProperty(oddCase(table), check)
        const result = await fc.check(property, {
          numRuns: runs,
          seed,
          plugins: [
            fc.interruptAfterTimeLimit(60_000 + runs * TIME_PER_RUN, { failOnInterrupt: true }),
          ],
        })
        if (!result.failed) return
        const { errorInstance } = result
        const message = errorInstance instanceof Error ? errorInstance.message : 'interrupted'
        throw new Error(`seed ${seed}: ${message}`)
      },
      120_000 + runs * TIME_PER_RUN,
    )
  },
)
