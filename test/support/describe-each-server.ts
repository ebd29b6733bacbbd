/**
 * Runs tests of one dialect on each of its servers, or on one, with databases that SQL statements of the test create.
 * It drops them before the hooks `afterAll` of the tests, because a user can be dropped only after that.
 */
import { dialectForTests } from './dialect-for-tests'
import { isOnEveryEngine } from './effort'
import { leaveOutMissingEngines, noEngineHere } from './left-out'
import { startTestApp, type TestApp, type TestAppOptions } from './test-app'
import { oneOfEachDialect, testServers, type ServerAddress } from './test-servers'

export interface ServerUnderTest {
  readonly name: string
  /** Connects as a user with all privileges. */
  readonly url: URL
  /** Creates a database with these statements, which exists until the test file ends. @returns its URL */
  create(statements: readonly string[]): Promise<string>
  /**
   * Creates a database with these statements, and serves it until the test file ends.
   * @param as changes the URL by which the app connects, before it does
   */
  serve(
    statements: readonly string[],
    as?: (url: URL) => void | Promise<void>,
    options?: TestAppOptions,
  ): Promise<TestApp>
}

let databases = 0

type DescribeServers = (
  dialect: string,
  topic: string,
  tests: (server: ServerUnderTest) => void,
) => void

/** Describes a topic for each server of the dialect; `TEST_ENGINES` may leave all of them out. */
export const describeEachServer: DescribeServers = (dialect, topic, tests) => {
  leaveOutMissingEngines(topic, dialect)
  describeServers(serversOf(dialect), dialect, topic, tests)
}

/**
 * Describes a topic for one server of the dialect, and for each in the stress run: for tests of code that does not
 * depend on which server of the dialect it is.
 */
export const describeOneServer: DescribeServers = (dialect, topic, tests) => {
  if (isOnEveryEngine) {
    describeEachServer(dialect, topic, tests)
    return
  }
  const servers = oneOfEachDialect(serversOf(dialect))
  if (servers.length === 0) leaveOutMissingEngines(topic, dialect)
  describeServers(servers, dialect, topic, tests)
}

function serversOf(dialect: string): readonly ServerAddress[] {
  return testServers().filter((server) => server.dialect === dialect)
}

function describeServers(
  servers: readonly ServerAddress[],
  ...[dialect, topic, tests]: Parameters<DescribeServers>
): void {
  const { storage, createTestDatabase } = dialectForTests(dialect)
  if (servers.length === 0) noEngineHere()
  for (const { name, url } of servers) {
    describe(`${topic} of ${name}`, () => {
      const cleanUps: (() => Promise<void>)[] = []
      afterAll(async () => {
        for (const cleanUp of cleanUps.reverse()) await cleanUp()
      })
      const create = async (statements: readonly string[]): Promise<string> => {
        const name = `tablequery_own_${process.pid}_${++databases}`
        const database = await createTestDatabase(url, name)
        cleanUps.push(() => database.drop())
        const writer = await storage.open(database.url)
        try {
          for (const statement of statements) await writer.run(statement)
        } finally {
          await writer.close()
        }
        return database.url
      }
      tests({
        name,
        url: new URL(url),
        create,
        serve: async (statements, as, options) => {
          const databaseUrl = await create(statements)
          const served = as ? new URL(databaseUrl) : undefined
          if (served) await as?.(served)
          const app = await startTestApp(served?.href ?? databaseUrl, options)
          cleanUps.push(() => app.stop())
          return app
        },
      })
    })
  }
}
