/** A database with the tables and views of a fixture. */
import type { Fixture } from '../../fixtures/fixture-table'
import { loadFixture } from '../../fixtures/load-fixture'
import { dialectForTests } from './dialect-for-tests'
import type { TestDatabase } from './test-database'
import type { ServerAddress } from './test-servers'

/** Milliseconds for the creation of a database with 100,000 rows on a busy machine. */
export const CREATION_TIME = 120_000

let databases = 0

export async function createFixtureDatabase(
  engine: ServerAddress,
  fixture: Fixture,
): Promise<TestDatabase> {
  const { createTestDatabase, storage } = dialectForTests(engine.dialect)
  databases++
  const name = `tablequery_${process.pid}_${process.env['JEST_WORKER_ID']}_${databases}`
  const database = await createTestDatabase(engine.url, name)
  try {
    await loadFixture(fixture, storage, database.url)
    return database
  } catch (error) {
    await database.drop()
    throw error
  }
}
