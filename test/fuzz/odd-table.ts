/**
 * A table named `odd` with unusual keys that only one engine supports. `odd-tables.ts` in
 * `test/engines/<engine>` exports them as `oddTables`.
 */
import type { FixtureColumn } from '../../fixtures/fixture-table'

export interface OddTable {
  readonly title: string
  /** Default: `ODD_COLUMNS`. */
  readonly columns?: readonly FixtureColumn[]
  /** What not every server has; the last lines of the run list it if it is missing. */
  readonly needs?: OddNeed
  /** Statements that run first on a server that has what the table needs. */
  readonly prepare?: readonly string[]
  readonly create: readonly string[]
  /** Tables that contain the rows: `odd` itself, or the tables that it reads. */
  readonly parts: readonly OddPart[]
  /** Statements that run after the rows are inserted. */
  readonly finish?: readonly string[]
  /** Changes in order, with requests during and after each. */
  readonly changes?: readonly OddChange[]
  readonly drop: readonly string[]
  /** Whether the collation of the column `t` ignores case. */
  readonly isCaseless?: boolean
}

export interface OddNeed {
  /** Name for the lists of what is not tested. */
  readonly name: string
  readonly remedy: string
  /** @param url of a database of the server */
  readonly isMet: (url: string) => Promise<boolean>
}

export interface OddPart {
  readonly table: string
  /** Columns whose values are unique together, compared as in the key of the table. */
  readonly unique?: readonly string[]
  readonly isUniqueCaseless?: boolean
  readonly notNull?: readonly string[]
  /** The range of the numbers in `k`; `to` is not part of it. */
  readonly range?: readonly [from: number, to: number]
  /** Whether the rows are hidden before the changes; default: false. */
  readonly isHidden?: boolean
}

export interface OddChange {
  readonly sql: readonly string[]
  /** Names of the parts whose rows the change shows or hides. */
  readonly shows?: readonly string[]
  readonly hides?: readonly string[]
  /** The columns after the change, if it changes any. */
  readonly columns?: readonly FixtureColumn[]
}

export const ODD_COLUMNS: readonly FixtureColumn[] = [
  { name: 'k', type: { kind: 'integer' }, isNullable: true },
  { name: 't', type: { kind: 'varchar', length: 9 }, isNullable: true },
  { name: 'n', type: { kind: 'integer' }, isNullable: true },
]
