/** What `test/engines/<engine>` holds of one dialect. */
import path from 'node:path'
import type { FixtureStorage } from '../../fixtures/fixture-storage'
import type { FixtureColumn } from '../../fixtures/fixture-table'
import type { Differences, TypeNames } from './expected-json'
import type { OddTable } from '../fuzz/odd-table'
import type { CreateTestDatabase } from './test-database'

export interface DialectForTests {
  readonly storage: FixtureStorage
  readonly createTestDatabase: CreateTestDatabase
  /** What this engine cannot do as the others do, with reasons. */
  readonly differences: Differences
  /**
   * Whether the database can prove that nothing was committed between two statements. Only then are
   * totals cached, deep pages read from bookmarks, and pages given an ETag.
   */
  readonly provesNoChange: boolean
  /** What rows are ordered by that no key tells apart. */
  readonly keylessOrder: 'insertion' | 'values'
  /** How the metadata name the types of the fixtures. */
  readonly typeNames: TypeNames
  /** SQL that fails when it is computed for a row of `people`. */
  readonly failingExpression: string
  /** Makes the table `people` one that the catalogue has and that no statement can read. */
  readonly makeUnreadable: (url: string) => Promise<void>
  /** What follows `alter table t` to give a column of no rows another type; absent where nothing does. */
  readonly retyping?: (column: FixtureColumn) => string
  /** Tables whose keys are odd in this engine's own ways. */
  readonly oddTables: readonly OddTable[]
}

export function dialectForTests(dialect: string): DialectForTests {
  const folder = path.join(__dirname, '../engines', dialect)
  // The folder's name is known only now.
  /* eslint-disable @typescript-eslint/no-require-imports */
  const { fixtureStorage } = require(path.join(folder, 'fixture-storage')) as {
    fixtureStorage: FixtureStorage
  }
  const { createTestDatabase } = require(path.join(folder, 'database')) as {
    createTestDatabase: CreateTestDatabase
  }
  const peculiarities = require(path.join(folder, 'differences')) as Omit<
    DialectForTests,
    'storage' | 'createTestDatabase' | 'oddTables'
  >
  const { oddTables } = require(path.join(folder, 'odd-tables')) as {
    oddTables: readonly OddTable[]
  }
  /* eslint-enable @typescript-eslint/no-require-imports */
  return { ...peculiarities, storage: fixtureStorage, createTestDatabase, oddTables }
}
