/** Runs the same tests against every engine, each on a database of its own with the same fixture. */
import path from 'node:path'
import type { Fixture } from '../../fixtures/fixture-table'
import type { FixtureStorage } from '../../fixtures/fixture-storage'
import { loadFixture } from '../../fixtures/load-fixture'
import type { Differences, TypeNames } from './expected-json'
import { startTestApp, type TestApp, type TestAppOptions } from './test-app'
import type { CreateTestDatabase, TestDatabase } from './test-database'
import { testServers, type ServerAddress } from './test-servers'

export interface EngineUnderTest {
  readonly engine: ServerAddress
  /** What this engine cannot do as the others do, with reasons. */
  readonly differences: Differences
  /** How the metadata name the types of the fixtures. */
  readonly typeNames: TypeNames
  /** SQL that fails when it is computed for a row of `people`. */
  readonly failingExpression: string
  readonly storage: FixtureStorage
  /** Known once the tests run. */
  readonly app: TestApp
  readonly database: TestDatabase
}

/** Database set-up of 100,000 rows on a busy machine. */
const SET_UP_TIME = 120_000

let databases = 0

export function describeEachEngine(
  topic: string,
  fixture: Fixture,
  tests: (t: EngineUnderTest) => void,
  options: TestAppOptions = {},
): void {
  const engines = testServers()
  if (engines.length === 0) throw new Error('no engine to test: is the global set-up in place?')
  describe.each(engines.map((engine) => [engine.name, engine] as const))(
    `${topic} on %s`,
    (_name, engine) => {
      const { storage, createTestDatabase, differences, typeNames, failingExpression } =
        dialectForTests(engine.dialect)
      let app: TestApp
      let database: TestDatabase
      beforeAll(async () => {
        databases++
        const name = `tablequery_${process.pid}_${process.env['JEST_WORKER_ID']}_${databases}`
        database = await createTestDatabase(engine.url, name)
        await loadFixture(fixture, storage, database.url)
        app = await startTestApp(database.url, options)
      }, SET_UP_TIME)
      afterAll(async () => {
        await app.stop()
        await database.drop()
      }, SET_UP_TIME)
      tests({
        engine,
        differences,
        typeNames,
        failingExpression,
        storage,
        get app() {
          return app
        },
        get database() {
          return database
        },
      })
    },
  )
}

interface Peculiarities {
  readonly differences: Differences
  readonly typeNames: TypeNames
  readonly failingExpression: string
}

interface DialectForTests extends Peculiarities {
  readonly storage: FixtureStorage
  readonly createTestDatabase: CreateTestDatabase
}

/** The parts of a dialect's folder that only tests use. */
function dialectForTests(dialect: string): DialectForTests {
  const folder = path.join(__dirname, '../../dialects', dialect)
  // The folder's name is known only now.
  /* eslint-disable @typescript-eslint/no-require-imports */
  const { fixtureStorage } = require(path.join(folder, 'fixture-storage')) as {
    fixtureStorage: FixtureStorage
  }
  const { createTestDatabase } = require(path.join(folder, 'test-database')) as {
    createTestDatabase: CreateTestDatabase
  }
  const peculiarities = require(path.join(folder, 'test-differences')) as Peculiarities
  /* eslint-enable @typescript-eslint/no-require-imports */
  return { storage: fixtureStorage, createTestDatabase, ...peculiarities }
}
