/** A database of many tables: nothing may look at each of them. */
import { openDatabase } from '../../src/database'
import { dialectForTests } from '../support/dialect-for-tests'
import { leaveOutMissingEngines } from '../support/left-out'
import type { TestDatabase } from '../support/test-database'
import { testServers, type ServerAddress } from '../support/test-servers'

const TABLES = 2000

const nameOf = (number: number): string => `many_${String(number).padStart(5, '0')}`

const engines = testServers().map((engine) => [engine.name, engine] as const)
const databases = new Map<string, TestDatabase>()

async function createTables({ name, dialect, url }: ServerAddress): Promise<void> {
  const { createTestDatabase, storage } = dialectForTests(dialect)
  const database = await createTestDatabase(url, `tablequery_many_tables_${process.pid}`)
  databases.set(name, database)
  const writer = await storage.open(database.url)
  await writer.run('begin')
  for (let number = 0; number < TABLES; number++) {
    await writer.run(`create table ${nameOf(number)} (id integer primary key, word varchar(20))`)
  }
  await writer.run('commit')
  await writer.close()
}

leaveOutMissingEngines('many tables')

// All servers at once: that is what takes the time.
beforeAll(() => Promise.all(engines.map(([, engine]) => createTables(engine))), 300_000)
afterAll(() => Promise.all([...databases.values()].map((database) => database.drop())), 120_000)

it.each(engines)(
  'of two thousand tables on %s, the list takes well under a second, from the first connection on',
  async (name) => {
    const { url = '' } = databases.get(name) ?? {}
    const took: number[] = []
    for (let attempt = 0; attempt < 3; attempt++) {
      const began = performance.now()
      const database = await openDatabase(url)
      const names = await database.tables.listTables()
      took.push(performance.now() - began)
      expect(names).toHaveLength(TABLES)
      expect(names.at(-1)).toBe(nameOf(TABLES - 1))
      const { columns } = await database.tables.describeTable(nameOf(TABLES - 1))
      expect(columns).toHaveLength(2)
      await database.close()
    }
    // Connecting and the first look at the catalogue; to describe each would take many.
    expect(Math.min(...took)).toBeLessThan(1000)
  },
  60_000,
)
