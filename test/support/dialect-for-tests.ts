/** Loads the test support of one dialect from `test/engines/<dialect>`. */
import path from 'node:path'
import type { FixtureStorage } from '../../fixtures/fixture-storage'
import type { FixtureColumn } from '../../fixtures/fixture-table'
import type { Differences, TypeNames } from './expected-json'
import type { OddTable } from '../fuzz/odd-table'
import type { CreateTestDatabase } from './test-database'

export interface DialectForTests {
  readonly storage: FixtureStorage
  readonly createTestDatabase: CreateTestDatabase
  /** Differences from the other engines, with reasons. */
  readonly differences: Differences
  /** `db.system.name` of the conventions of OpenTelemetry. */
  readonly systemName: (engine: string) => string
  /** Whether several statements can read one snapshot. */
  readonly hasSnapshots: boolean
  /**
   * Whether the NULLs of an indexed column are read by themselves: in the order of such a column, one statement
   * returns the page and its total.
   */
  readonly readsNullsApart: boolean
  /** Whether another statement checks, before a total is cached, that the table's changes are still detected. */
  readonly checksBeforeCaching: boolean
  /** Statement that returns the id of its session; absent if sessions have none. */
  readonly sessionId?: string
  /**
   * A text that is another one after each write to the server, or to the file, also after one of its own, as the
   * server itself reports it.
   */
  readonly writes: (url: string) => Promise<string>
  /**
   * The same, also after each page that the server writes to its data files, some time after the change;
   * absent if the engine does not report it.
   */
  readonly pageWrites?: (url: string) => Promise<string>
  /** The order of rows in a table without a unique key. */
  readonly keylessOrder: 'insertion' | 'values'
  /** Names of the fixtures' types in the metadata. */
  readonly typeNames: TypeNames
  /** SQL expression that fails for a row of `people`. */
  readonly failingExpression: string
  /**
   * Creates the view `slow` on the table `people`, whose rows arrive after hours, without work for the
   * processors; absent if the engine cannot wait.
   */
  readonly sleepingView?: string
  /** Makes the table `people` unreadable for every statement, although the catalogue lists it. */
  readonly makeUnreadable: (url: string) => Promise<void>
  /**
   * The clause of `alter table` that changes the type of a column in an empty table; absent if the
   * engine has none.
   */
  readonly retyping?: (column: FixtureColumn) => string
  /** Tables with unusual keys that only this engine supports. */
  readonly oddTables: readonly OddTable[]
}

export function dialectForTests(dialect: string): DialectForTests {
  const folder = path.join(__dirname, '../engines', dialect)
  // The path is only known at run time, so static imports are impossible.
  /* oxlint-disable typescript/no-require-imports */
  const { fixtureStorage } = require(path.join(folder, 'fixture-storage')) as {
    fixtureStorage: FixtureStorage
  }
  const { createTestDatabase } = require(path.join(folder, 'database')) as {
    createTestDatabase: CreateTestDatabase
  }
  const properties = require(path.join(folder, 'differences')) as Omit<
    DialectForTests,
    'storage' | 'createTestDatabase' | 'oddTables'
  >
  const { oddTables } = require(path.join(folder, 'odd-tables')) as {
    oddTables: readonly OddTable[]
  }
  /* oxlint-enable typescript/no-require-imports */
  return { ...properties, storage: fixtureStorage, createTestDatabase, oddTables }
}
