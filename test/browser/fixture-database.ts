/** A database with tables of a fixture for tests of the page, which depends on no engine. */
import type { Fixture } from '../../fixtures/fixture-table'
import { loadFixture } from '../../fixtures/load-fixture'
import { oneEngine } from '../support/describe-each-engine'
import { dialectForTests } from '../support/dialect-for-tests'
import { testsThatNeed } from '../support/left-out'
import type { TestDatabase } from '../support/test-database'

const { afterAll, beforeAll } = testsThatNeed('chromium')

/** Milliseconds for the set-up of the database on a busy machine. */
const SET_UP_TIME = 120_000

let databases = 0

/** It exists on one engine while the tests of the enclosing block run, also under stress. */
export function fixtureDatabase(fixture: Fixture): { readonly database: { readonly url: string } } {
  const engine = oneEngine()
  const { createTestDatabase, storage } = dialectForTests(engine.dialect)
  let created: TestDatabase
  beforeAll(async () => {
    const name = `tablequery_page_${process.pid}_${process.env['JEST_WORKER_ID']}_${++databases}`
    created = await createTestDatabase(engine.url, name)
    await loadFixture(fixture, storage, created.url)
  }, SET_UP_TIME)
  afterAll(() => created.drop(), SET_UP_TIME)
  return {
    database: {
      get url() {
        return created.url
      },
    },
  }
}
