/**
 * A table with unusual keys of a kind that one engine has, always called `odd`. `odd-tables.ts` in
 * `test/engines/<engine>` exports them as `oddTables`.
 */
import type { FixtureColumn } from '../../fixtures/fixture-table'

export interface OddTable {
  readonly title: string
  /** Default: `ODD_COLUMNS`. */
  readonly columns?: readonly FixtureColumn[]
  /** Fails where the server cannot have the table; it is left out there. */
  readonly needs?: readonly string[]
  readonly create: readonly string[]
  /** Tables that rows are written to, `odd` itself or what it is made of. */
  readonly parts: readonly OddPart[]
  /** Runs when there are rows. */
  readonly finish?: readonly string[]
  /** One after another, each with requests meanwhile and behind it. */
  readonly changes?: readonly OddChange[]
  readonly drop: readonly string[]
  /** Whether the collation of the column `t` takes upper and lower case for equal. */
  readonly isCaseless?: boolean
}

export interface OddPart {
  readonly table: string
  /** What no two rows of it have in common; texts as exactly as the key does. */
  readonly unique?: readonly string[]
  readonly isUniqueCaseless?: boolean
  readonly notNull?: readonly string[]
  /** The numbers in `k` from the first to before the second. */
  readonly range?: readonly [from: number, to: number]
  /** Default: shown from the beginning. */
  readonly isHidden?: boolean
}

export interface OddChange {
  readonly sql: readonly string[]
  /** Parts that it shows or hides. */
  readonly shows?: readonly string[]
  readonly hides?: readonly string[]
  /** Columns that are another since. */
  readonly columns?: readonly FixtureColumn[]
}

export const ODD_COLUMNS: readonly FixtureColumn[] = [
  { name: 'k', type: { kind: 'integer' }, isNullable: true },
  { name: 't', type: { kind: 'varchar', length: 9 }, isNullable: true },
  { name: 'n', type: { kind: 'integer' }, isNullable: true },
]
