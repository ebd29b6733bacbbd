/** Generates rows of an odd table, and requests for it. */
import fc from 'fast-check'
import type { FixtureColumn, FixtureValue } from '../../fixtures/fixture-table'
import { ODD_COLUMNS, type OddPart, type OddTable } from './odd-table'
import type { Row } from './random-table'

export interface OddCase {
  readonly rows: ReadonlyMap<OddPart, readonly Row[]>
  readonly requests: readonly OddRequest[]
}

export interface OddRequest {
  readonly sort: readonly (readonly [column: string, direction: 'asc' | 'desc'])[]
  readonly filter: '' | 'a' | 'b'
  /** Rows per page when the test reads all pages. */
  readonly limit: number
  readonly columns: readonly string[]
}

/** Few different values, so that most keys occur more than once. */
const rowPlan = fc.record({
  k: fc.constantFrom(0, 1, 2, 3, 4, null),
  t: fc.constantFrom('a', 'A', 'b', 'B', 'cA', '', null),
  n: fc.constantFrom(0, 1, null),
})
type RowPlan = typeof rowPlan extends fc.Arbitrary<infer Plan> ? Plan : never

export const columnsOf = ({ columns = ODD_COLUMNS }: OddTable): readonly FixtureColumn[] => columns

export function oddCase(table: OddTable): fc.Arbitrary<OddCase> {
  const names = columnsOf(table).map(({ name }) => name)
  const request = fc.record({
    sort: fc.uniqueArray(
      fc.tuple(fc.constantFrom(...names), fc.constantFrom('asc' as const, 'desc' as const)),
      { maxLength: 2, selector: ([name]) => name },
    ),
    filter: fc.constantFrom('' as const, '' as const, 'a' as const, 'b' as const),
    limit: fc.integer({ min: 1, max: 4 }),
    columns: fc.constantFrom(names, names, names.slice(0, 1), names.slice(-1)),
  })
  return fc
    .record({
      parts: fc.array(fc.array(rowPlan, { maxLength: 9, size: 'max' }), {
        minLength: table.parts.length,
        maxLength: table.parts.length,
      }),
      requests: fc.array(request, { minLength: 1, maxLength: 2 }),
    })
    .map(({ parts, requests }) => ({
      rows: new Map(table.parts.map((part, index) => [part, rowsFor(part, parts[index], names)])),
      requests,
    }))
}

function rowsFor(part: OddPart, plans: readonly RowPlan[] = [], names: readonly string[]): Row[] {
  const { unique = [], notNull = [], isUniqueCaseless = false, range } = part
  const seen = new Set<string>()
  return plans
    .map((plan) => new Map<string, FixtureValue>(Object.entries(plan)))
    .filter((row) => {
      const k = row.get('k')
      if (notNull.some((name) => row.get(name) === null)) return false
      if (range && !(typeof k === 'number' && k >= range[0] && k < range[1])) return false
      const key = unique.map((name) => row.get(name) ?? null)
      const text = JSON.stringify(key)
      const folded = isUniqueCaseless ? text.toLowerCase() : text
      if (unique.length === 0 || key.includes(null)) return true
      return !seen.has(folded) && seen.add(folded)
    })
    .map((row) => names.map((name) => row.get(name) ?? null))
}
