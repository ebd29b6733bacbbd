/** A database with the tables and views of a fixture. */
import { conformance } from '../../fixtures/conformance/conformance'
import type { Fixture } from '../../fixtures/fixture-table'
import { loadFixture } from '../../fixtures/load-fixture'
import { dialectForTests } from './dialect-for-tests'
import { usesGivenServers } from './quiet-servers'
import type { TestDatabase } from './test-database'
import type { ServerAddress } from './test-servers'

/** Milliseconds for the creation of a database with 100,000 rows on a busy machine. */
export const CREATION_TIME = 120_000

/** Names of fixtures that many test files use: a server that can copy databases loads each of them once. */
const shared = new WeakMap<Fixture, string>([[conformance, 'conformance']])

/** @param name of the copies; no other shared fixture has it */
export function sharedFixture(name: string, fixture: Fixture): Fixture {
  shared.set(fixture, name)
  return fixture
}

let databases = 0

export async function createFixtureDatabase(
  engine: ServerAddress,
  fixture: Fixture,
): Promise<TestDatabase> {
  const { databaseCopies } = dialectForTests(engine.dialect)
  databases++
  const name = `${ownName()}_${databases}`
  const sharedName = shared.get(fixture)
  // Originals stay until the server ends, which is not ours if it was given.
  if (sharedName === undefined || !databaseCopies || usesGivenServers()) {
    return loadDatabase(engine, fixture, name)
  }
  const original = `${ownName()}_${sharedName}`
  if (await databaseCopies.exists(engine.url, original)) {
    return databaseCopies.copy(engine.url, original, name)
  }
  const database = await loadDatabase(engine, fixture, name)
  await databaseCopies.copy(engine.url, name, original)
  return database
}

/** Each process of Jest has its own databases. */
function ownName(): string {
  return `tablequery_${process.pid}_${process.env['JEST_WORKER_ID']}`
}

async function loadDatabase(
  { dialect, url }: ServerAddress,
  fixture: Fixture,
  name: string,
): Promise<TestDatabase> {
  const { createTestDatabase, storage } = dialectForTests(dialect)
  const database = await createTestDatabase(url, name)
  try {
    await loadFixture(fixture, storage, database.url)
    return database
  } catch (error) {
    await database.drop()
    throw error
  }
}
