/**
 * A table as an outdated description shows it. Until the catalogue cache expires after a change, the
 * service may combine such a description with the current rows.
 */
import type { FixtureColumn, FixtureType, FixtureValue } from '../../fixtures/fixture-table'
import { expectedJson, type Differences } from '../support/expected-json'
import { isJson } from '../support/is-json'
import type { FuzzTable, Row } from './random-table'
import { PLAIN } from './column-change'

/** A table with the columns and the key of a description, and its current rows. */
export interface DescribedTable extends FuzzTable {
  /** Whether the table still has the column. */
  isStored(name: string): boolean
  /** The current kind of the column; `text` if the table has no such column. */
  storedKind(name: string): FixtureType['kind']
  cell(name: string, row: Row): FixtureValue
  /** `undefined` if the value cannot be encoded as the described type. */
  json(name: string, row: Row): string | undefined
  /** Whether NULLs sort first. They always do if the column may be NULL by the description. */
  areNullsFirst(name: string): boolean
}

/**
 * All valid ways to serve the table by the description. A column whose type differs is encoded by
 * either type, the same in all rows. NULLs of a column that is described as NOT NULL sort first or
 * last, depending on the engine.
 */
export function asDescribed(
  description: FuzzTable,
  table: FuzzTable,
  differences: Differences,
): DescribedTable[] {
  const retyped = description.columns.flatMap(({ name, type }) => {
    const stored = columnOf(table, name)
    return stored && JSON.stringify(stored.type) !== JSON.stringify(type) ? [name] : []
  })
  const hasNewNulls = description.columns.some(({ name, isNullable = false }) => {
    const stored = columnOf(table, name)
    return stored?.isNullable === true && !isNullable
  })
  return subsets(retyped).flatMap((byOldType) =>
    (hasNewNulls ? [true, false] : [true]).map((isNullFirst) =>
      reading(description, table, differences, new Set(byOldType), isNullFirst),
    ),
  )
}

function columnOf(table: FuzzTable, name: string): FixtureColumn | undefined {
  return table.columns.find((column) => column.name === name)
}

function subsets(names: readonly string[]): string[][] {
  return names.reduce<string[][]>(
    (all, name) => all.flatMap((subset) => [subset, [...subset, name]]),
    [[]],
  )
}

function reading(
  description: FuzzTable,
  table: FuzzTable,
  differences: Differences,
  byOldType: ReadonlySet<string>,
  isNullFirst: boolean,
): DescribedTable {
  const places = new Map(table.columns.map(({ name }, index) => [name, index]))
  const stored = new Map(table.columns.map((column) => [column.name, column]))
  const described = new Map(description.columns.map((column) => [column.name, column]))
  const cell = (name: string, row: Row): FixtureValue => row[places.get(name) ?? -1] ?? null
  return {
    ...description,
    rows: table.rows,
    isStored: (name) => stored.has(name),
    storedKind: (name) => stored.get(name)?.type.kind ?? 'text',
    cell,
    json: (name, row) => {
      const type = stored.get(name)?.type
      const old = described.get(name)?.type
      if (!type || !old) return undefined
      const value = cell(name, row)
      return byOldType.has(name) && value !== null
        ? jsonByType(old, type, value, differences)
        : expectedJson(type, value, differences)
    },
    areNullsFirst: (name) => isNullFirst || described.get(name)?.isNullable === true,
  }
}

/** A value of the stored type, encoded as another type by its text. */
function jsonByType(
  { kind }: FixtureType,
  stored: FixtureType,
  value: NonNullable<FixtureValue>,
  differences: Differences,
): string | undefined {
  if (kind === stored.kind) return expectedJson(stored, value, differences)
  if (!PLAIN.has(kind) || !PLAIN.has(stored.kind)) return undefined
  const text = String(value)
  switch (kind) {
    case 'integer':
    case 'bigint':
      return /^-?(0|[1-9]\d*)$/.test(text) ? expectedJson({ kind }, BigInt(text)) : undefined
    case 'json':
      // The encoder of MariaDB's JSON, which is text with a check that can be disabled.
      return isJson(text) ? withoutBlanks(text) : JSON.stringify(text)
    default:
      return JSON.stringify(text)
  }
}

/** Removes blanks between tokens, as the contract requires. */
function withoutBlanks(json: string): string {
  return json.replace(/("(?:[^"\\]|\\.)*")|[ \t\r\n]+/g, '$1')
}
