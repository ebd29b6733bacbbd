/** Runs the same tests on every engine, or on some, each on its own database with the same fixture. */
import type { Fixture } from '../../fixtures/fixture-table'
import { dialectForTests, type DialectForTests } from './dialect-for-tests'
import { isOnEveryEngine } from './effort'
import { createFixtureDatabase, CREATION_TIME } from './fixture-database'
import { leaveOutMissingEngines, missing, noEngineHere } from './left-out'
import { startTestApp, type TestApp, type TestAppOptions } from './test-app'
import type { TestDatabase } from './test-database'
import { networkServers, oneOfEachDialect, testServers, type ServerAddress } from './test-servers'

export interface EngineUnderTest extends DialectForTests {
  readonly engine: ServerAddress
  /** Available in tests and hooks, after the set-up. */
  readonly app: TestApp
  readonly database: TestDatabase
}

interface EngineOptions extends TestAppOptions {
  /** Whether an app serves the database; default: true. */
  readonly hasApp?: boolean
}

type DescribeEngines = (
  topic: string,
  fixture: Fixture,
  tests: (t: EngineUnderTest) => void,
  options?: EngineOptions,
) => void

/** An engine whose database no app serves. */
export type DatabaseUnderTest = Omit<EngineUnderTest, 'app'>

/** `describeSome` without an app: for tests that open the database themselves. */
export const withoutApp =
  (describeSome: DescribeEngines) =>
  (topic: string, fixture: Fixture, tests: (t: DatabaseUnderTest) => void): void => {
    describeSome(topic, fixture, tests, { hasApp: false })
  }

export const describeEachEngine: DescribeEngines = (topic, fixture, tests, options) => {
  const engines = testServers()
  if (engines.length === 0)
    throw new Error('no engine is under test: the global set-up has not run')
  describeEngines(engines, topic, fixture, tests, options)
  leaveOutMissingEngines(topic)
}

/** SQLite if it is under test, because it needs no server; else the first. */
export function oneEngine(): ServerAddress {
  const engines = testServers()
  const one = engines.find(({ name }) => name === 'sqlite') ?? engines[0]
  if (!one) throw new Error('no engine is under test: the global set-up has not run')
  return one
}

/**
 * Runs the tests on one engine, and on every engine in the stress run: for tests of code that does not depend on
 * the engine.
 */
export const describeOneEngine: DescribeEngines = (topic, fixture, tests, options) => {
  if (isOnEveryEngine) describeEachEngine(topic, fixture, tests, options)
  else describeEngines([oneEngine()], topic, fixture, tests, options)
}

/**
 * `describeOneEngine` for tests with statements that do not end: on a server that can sleep, if one is under test, so
 * that such statements leave the processors to other tests.
 */
export const describeOneIdleEngine: DescribeEngines = (topic, fixture, tests, options) => {
  const idle = oneOfEachDialect(testServers()).find(
    ({ dialect }) => dialectForTests(dialect).sleepingView,
  )
  if (isOnEveryEngine) describeEachEngine(topic, fixture, tests, options)
  else describeEngines([idle ?? oneEngine()], topic, fixture, tests, options)
}

/**
 * Runs the tests on one engine of each dialect, and on every engine in the stress run: for tests of code that depends on
 * the dialect and not on the server.
 */
export const describeEachDialect: DescribeEngines = (topic, fixture, tests, options) => {
  if (isOnEveryEngine) {
    describeEachEngine(topic, fixture, tests, options)
    return
  }
  const engines = oneOfEachDialect(testServers())
  if (engines.length === 0)
    throw new Error('no engine is under test: the global set-up has not run')
  describeEngines(engines, topic, fixture, tests, options)
  const tested = engines.map(({ dialect }) => dialect)
  const absent = new Set(missing().map(({ dialect = '' }) => dialect))
  for (const dialect of absent) {
    if (!tested.includes(dialect)) leaveOutMissingEngines(topic, dialect)
  }
}

/** Runs the tests on engines with network servers. */
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
  { hasApp = true, ...options }: EngineOptions = {},
): void {
  describe.each(engines.map((engine) => [engine.name, engine] as const))(
    `${topic} on %s`,
    (_name, engine) => {
      let app: TestApp | undefined
      let database: TestDatabase | undefined
      beforeAll(async () => {
        database = await createFixtureDatabase(engine, fixture)
        if (hasApp) app = await startTestApp(database.url, options)
      }, CREATION_TIME)
      tests({
        ...dialectForTests(engine.dialect),
        engine,
        get app() {
          return initialized(app)
        },
        get database() {
          return initialized(database)
        },
      })
      // After the hooks of the tests, which may use the database.
      afterAll(async () => {
        await app?.stop()
        await database?.drop()
      }, CREATION_TIME)
    },
  )
}

function initialized<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('the set-up has failed, is not complete, or has no app')
  return value
}
