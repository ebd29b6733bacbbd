/**
 * Finds grants by the name of a table. A rule may have thousands of them, and a list of tables asks for each table, so
 * exact names are looked up, and only names with `*` are compared one by one.
 */
import { ANY, matchesAll, matchesName, namePattern } from './name-pattern'
import { namesOf } from './named-grant'
import type { Grant } from './permission'

interface IndexedGrant {
  readonly hasColumns: boolean
  /** Whether it is for all columns, whatever their names are. */
  readonly isForAllColumns: boolean
  matchesColumn(name: string): boolean
}

const indexes = new WeakMap<readonly Grant[], GrantIndex>()

/** The index of a rule's grants, which is made once. */
export function indexOf(grants: readonly Grant[]): GrantIndex {
  const existing = indexes.get(grants)
  if (existing) return existing
  const index = new GrantIndex(grants)
  indexes.set(grants, index)
  return index
}

export class GrantIndex {
  private readonly exact = new Map<string, IndexedGrant[]>()
  private readonly patterns: (readonly [table: RegExp, grant: IndexedGrant])[] = []

  constructor(grants: readonly Grant[]) {
    for (const grant of grants) {
      const indexed = indexedGrant(grant)
      const names = namesOf(grant)
      if (!names || names.table.includes(ANY)) this.patterns.push([grant.table, indexed])
      else {
        const ofTable = this.exact.get(names.table) ?? []
        this.exact.set(names.table, ofTable)
        ofTable.push(indexed)
      }
    }
  }

  /** Whether a grant for the table satisfies the condition. */
  some(table: string, condition: (grant: IndexedGrant) => boolean): boolean {
    return (
      this.exact.get(table)?.some(condition) === true ||
      this.patterns.some(([pattern, grant]) => matchesName(pattern, table) && condition(grant))
    )
  }
}

function indexedGrant(grant: Grant): IndexedGrant {
  const names = namesOf(grant)
  const exact = new Set(names?.columns.filter((name) => !name.includes(ANY)))
  const patterns = names
    ? names.columns.filter((name) => name.includes(ANY)).map(namePattern)
    : grant.columns
  return {
    hasColumns: exact.size + patterns.length > 0,
    isForAllColumns: patterns.some(matchesAll),
    matchesColumn: (name) =>
      exact.has(name) || patterns.some((pattern) => matchesName(pattern, name)),
  }
}
