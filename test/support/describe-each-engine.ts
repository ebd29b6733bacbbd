/** Runs the same tests against every engine, each on a database of its own with the same fixture. */
import type { Fixture } from '../../fixtures/fixture-table'
import { loadFixture } from '../../fixtures/load-fixture'
import { dialectForTests, type DialectForTests } from './dialect-for-tests'
import { leaveOutMissingEngines, noEngineHere } from './left-out'
import { startTestApp, type TestApp, type TestAppOptions } from './test-app'
import type { TestDatabase } from './test-database'
import { networkServers, testServers, type ServerAddress } from './test-servers'

export interface EngineUnderTest extends Omit<DialectForTests, 'createTestDatabase'> {
  readonly engine: ServerAddress
  /** Known once the tests run. */
  readonly app: TestApp
  readonly database: TestDatabase
}

/** Database set-up of 100,000 rows on a busy machine. */
const SET_UP_TIME = 120_000

let databases = 0

type DescribeEngines = (
  topic: string,
  fixture: Fixture,
  tests: (t: EngineUnderTest) => void,
  options?: TestAppOptions,
) => void

export const describeEachEngine: DescribeEngines = (topic, fixture, tests, options) => {
  const engines = testServers()
  if (engines.length === 0) throw new Error('no engine to test: is the global set-up in place?')
  describeEngines(engines, topic, fixture, tests, options)
  leaveOutMissingEngines(topic)
}

/** The same on a single engine, SQLite if it is under test: for what does not depend on the engine. */
export const describeOneEngine: DescribeEngines = (topic, fixture, tests, options) => {
  const engines = testServers()
  const one = engines.find(({ name }) => name === 'sqlite') ?? engines[0]
  if (!one) throw new Error('no engine to test: is the global set-up in place?')
  describeEngines([one], topic, fixture, tests, options)
}

/** The same for engines that are reached by a network. */
export const describeEachNetworkEngine: DescribeEngines = (topic, fixture, tests, options) => {
  const engines = networkServers()
  if (engines.length > 0) describeEngines(engines, topic, fixture, tests, options)
  else noEngineHere()
  leaveOutMissingEngines(topic)
}

function describeEngines(
  engines: readonly ServerAddress[],
  topic: string,
  fixture: Fixture,
  tests: (t: EngineUnderTest) => void,
  options: TestAppOptions = {},
): void {
  describe.each(engines.map((engine) => [engine.name, engine] as const))(
    `${topic} on %s`,
    (_name, engine) => {
      const { createTestDatabase, ...dialect } = dialectForTests(engine.dialect)
      let app: TestApp | undefined
      let database: TestDatabase | undefined
      beforeAll(async () => {
        databases++
        const name = `tablequery_${process.pid}_${process.env['JEST_WORKER_ID']}_${databases}`
        database = await createTestDatabase(engine.url, name)
        await loadFixture(fixture, dialect.storage, database.url)
        app = await startTestApp(database.url, options)
      }, SET_UP_TIME)
      afterAll(async () => {
        await app?.stop()
        await database?.drop()
      }, SET_UP_TIME)
      tests({
        ...dialect,
        engine,
        get app() {
          return made(app)
        },
        get database() {
          return made(database)
        },
      })
    },
  )
}

function made<T>(thing: T | undefined): T {
  if (thing === undefined) throw new Error('the set-up has failed, or is not over')
  return thing
}
