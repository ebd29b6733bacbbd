/** Every engine at hand, each with one database that takes the tables of one case after another. */
import { loadTable } from '../../fixtures/load-fixture'
import { dialectForTests, type DialectForTests } from '../support/dialect-for-tests'
import { testServers } from '../support/test-servers'
import { applyChange } from './change-statements'
import { startFuzzApp, type FuzzAnswer, type FuzzApp } from './fuzz-app'
import type { FuzzCase, FuzzPhase } from './fuzz-case'
import type { FuzzRequest } from './fuzz-request'

/** Answers to all requests of a phase at one time. */
export interface FuzzRound {
  readonly phase: number
  /** Whether the catalogue as it was before the last change may still be in use. */
  readonly isStale: boolean
  readonly answers: readonly FuzzAnswer[]
  /** The list of tables and the table's metadata; absent where nothing has changed them. */
  readonly catalogue?: readonly [tables: FuzzAnswer, metadata: FuzzAnswer]
  /** What the app had to tell its operator. */
  readonly errors: readonly unknown[]
}

export interface FuzzEngine {
  readonly name: string
  readonly dialect: DialectForTests
  rounds(fuzzCase: FuzzCase): Promise<FuzzRound[]>
  /** The next case meets an app that has served none. */
  restart(): Promise<void>
  stop(): Promise<void>
}

export async function startEngines(): Promise<FuzzEngine[]> {
  return Promise.all(
    testServers().map(async ({ name, dialect: folder, url }) => {
      const dialect = dialectForTests(folder)
      const database = await dialect.createTestDatabase(url, `tablequery_fuzz_${process.pid}`)
      const writer = await dialect.storage.open(database.url)
      const quote = (of: string): string => dialect.storage.quote(of)
      let app = await startFuzzApp(database.url)

      const rounds = async ({ isViewed, phases }: FuzzCase): Promise<FuzzRound[]> => {
        const present = new Set<string>()
        const [first] = phases
        const view = isViewed ? first?.served.name : undefined
        const done: FuzzRound[] = []
        try {
          for (const table of first?.tables ?? []) {
            present.add(table.name)
            await loadTable(table, dialect.storage, writer)
          }
          if (view !== undefined) {
            const [table] = first?.tables ?? []
            const of = quote(table?.name ?? '')
            await writer.run(`create view ${quote(view)} as select * from ${of}`)
          }
          for (const [index, phase] of phases.entries()) {
            if (phase.change) {
              await applyChange(phase.change, phase.tables, dialect, writer)
              done.push({ phase: index, isStale: true, ...(await ask(app, phase, index, true)) })
            }
            app.age()
            for (let time = 0; time <= phase.repeats; time++) {
              const asked = await ask(app, phase, index + time + 1, time === 0)
              done.push({ phase: index, isStale: false, ...asked })
            }
          }
          return done
        } finally {
          if (view !== undefined) await writer.run(`drop view if exists ${quote(view)}`)
          for (const table of present) await writer.run(`drop table if exists ${quote(table)}`)
        }
      }

      return {
        name,
        dialect,
        rounds,
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

/** All at once; half of them say what they have received before, which half the number tells. */
async function ask(
  app: FuzzApp,
  { requests, served }: FuzzPhase,
  number: number,
  isOfCatalogue: boolean,
): Promise<Pick<FuzzRound, 'answers' | 'catalogue' | 'errors'>> {
  const isConditional = (index: number): boolean => (index + number) % 2 === 1
  const catalogue = isOfCatalogue
    ? Promise.all([
        app.get('tables', isConditional(0)),
        app.get(`tables/${encodeURIComponent(served.name)}`, isConditional(1)),
      ])
    : undefined
  const answers = await Promise.all(
    requests.map((request, index) => app.get(pathOf(request), isConditional(index))),
  )
  return {
    answers,
    ...(catalogue && { catalogue: await catalogue }),
    errors: app.takeErrors(),
  }
}

export function pathOf(request: FuzzRequest): string {
  const pairs = request.map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  return `query?${pairs.join('&')}`
}
