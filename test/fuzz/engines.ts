/** The engines under test, each with one database for the tables of all cases. */
import { loadTable } from '../../fixtures/load-fixture'
import { dialectForTests, type DialectForTests } from '../support/dialect-for-tests'
import { testServers } from '../support/test-servers'
import { applyChange } from './change-statements'
import { startFuzzApp, type FuzzResponse, type FuzzApp } from './fuzz-app'
import type { FuzzCase, FuzzPhase } from './fuzz-case'
import type { FuzzRequest } from './fuzz-request'

/** Responses to all requests of a phase, sent concurrently. */
export interface FuzzRound {
  readonly phase: number
  /** Whether the catalogue cache may still have its content from before the last change. */
  readonly isStale: boolean
  readonly responses: readonly FuzzResponse[]
  /** The list of tables and the metadata of the table; absent if an earlier round since the change has them. */
  readonly catalogue?: readonly [tables: FuzzResponse, metadata: FuzzResponse]
  /** `error` events of the app. */
  readonly errors: readonly unknown[]
}

export interface FuzzEngine {
  readonly name: string
  readonly dialect: DialectForTests
  rounds(fuzzCase: FuzzCase): Promise<FuzzRound[]>
  /** Starts a new app, so that earlier cases do not affect the next one. */
  restart(): Promise<void>
  stop(): Promise<void>
}

export async function startEngines(): Promise<FuzzEngine[]> {
  return Promise.all(
    testServers().map(async ({ name, dialect: folder, url }) => {
      const dialect = dialectForTests(folder)
      const database = await dialect.createTestDatabase(url, `tablequery_fuzz_${process.pid}`)
      const writer = await dialect.storage.open(database.url)
      const quote = (identifier: string): string => dialect.storage.quote(identifier)
      let app = await startFuzzApp(database.url)

      const runCase = async ({ isViewed, phases }: FuzzCase): Promise<FuzzRound[]> => {
        const created = new Set<string>()
        const [first] = phases
        const view = isViewed ? first?.served.name : undefined
        const finished: FuzzRound[] = []
        try {
          for (const table of first?.tables ?? []) {
            created.add(table.name)
            await loadTable(table, dialect.storage, writer)
          }
          if (view !== undefined) {
            const [table] = first?.tables ?? []
            const source = quote(table?.name ?? '')
            await writer.run(`create view ${quote(view)} as select * from ${source}`)
          }
          for (const [index, phase] of phases.entries()) {
            if (phase.change) {
              await applyChange(phase.change, phase.tables, dialect, writer)
              finished.push({
                phase: index,
                isStale: true,
                ...(await send(app, phase, index, true)),
              })
            }
            app.expireCaches()
            for (let time = 0; time <= phase.repeats; time++) {
              const responses = await send(app, phase, index + time + 1, time === 0)
              finished.push({ phase: index, isStale: false, ...responses })
            }
          }
          return finished
        } finally {
          if (view !== undefined) await writer.run(`drop view if exists ${quote(view)}`)
          for (const table of created) await writer.run(`drop table if exists ${quote(table)}`)
        }
      }

      return {
        name,
        dialect,
        rounds: runCase,
        restart: async () => {
          await app.stop()
          app = await startFuzzApp(database.url)
        },
        stop: async () => {
          await app.stop()
          await writer.close()
          await database.drop()
        },
      }
    }),
  )
}

/** Sends all requests concurrently. Every second one is conditional; an odd or even `number` chooses which. */
async function send(
  app: FuzzApp,
  { requests, served }: FuzzPhase,
  number: number,
  readsCatalogue: boolean,
): Promise<Pick<FuzzRound, 'responses' | 'catalogue' | 'errors'>> {
  const isConditional = (index: number): boolean => (index + number) % 2 === 1
  const catalogue = readsCatalogue
    ? Promise.all([
        app.get('tables', isConditional(0)),
        app.get(`tables/${encodeURIComponent(served.name)}`, isConditional(1)),
      ])
    : undefined
  const responses = await Promise.all(
    requests.map((request, index) => app.get(pathOf(request), isConditional(index))),
  )
  return {
    responses,
    ...(catalogue && { catalogue: await catalogue }),
    errors: app.takeErrors(),
  }
}

export function pathOf(request: FuzzRequest): string {
  const pairs = request.map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  return `query?${pairs.join('&')}`
}
