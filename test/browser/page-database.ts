/** A database for tests of the page, on one engine also under stress: the page depends on no engine. */
import type { Fixture } from '../../fixtures/fixture-table'
import { oneEngine } from '../support/describe-each-engine'
import { createFixtureDatabase, CREATION_TIME } from '../support/fixture-database'
import { testsThatNeed } from '../support/left-out'
import type { TestDatabase } from '../support/test-database'

const { afterAll, beforeAll } = testsThatNeed('chromium')

/** It exists while the tests of the enclosing block run. */
export function pageDatabase(fixture: Fixture): { readonly database: { readonly url: string } } {
  let created: TestDatabase | undefined
  beforeAll(async () => {
    created = await createFixtureDatabase(oneEngine(), fixture)
  }, CREATION_TIME)
  afterAll(() => created?.drop(), CREATION_TIME)
  return {
    database: {
      get url() {
        if (!created) throw new Error('the database has not been created')
        return created.url
      },
    },
  }
}
