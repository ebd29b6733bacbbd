/** Which tables and columns a caller may read. */

/** Patterns for the names of tables and of their columns. */
export interface Grant {
  readonly table: RegExp
  readonly columns: readonly RegExp[]
}

export interface Rule {
  readonly allow: readonly Grant[]
  readonly deny: readonly Grant[]
}

export interface Permission {
  /** Respond 404 (`hide`, as if the table did not exist) or 401 (`refuse`) for a refused table. */
  readonly refusedTables: 'hide' | 'refuse'
  /** By names as the catalogue spells them. */
  mayReadTable(table: string): boolean
  mayReadColumn(table: string, column: string): boolean
}

/** Allows what at least one rule allows and none denies. Without rules, nothing is allowed. */
export function permissionBy(
  rules: readonly Rule[],
  refusedTables: Permission['refusedTables'],
): Permission {
  const allow = rules.flatMap((rule) => rule.allow)
  const deny = rules.flatMap((rule) => rule.deny)
  const isAny = (grants: readonly Grant[], table: string, column: string): boolean =>
    grants.some((grant) => grant.table.test(table) && grant.columns.some((c) => c.test(column)))
  return {
    refusedTables,
    mayReadTable: (table) =>
      allow.some((grant) => grant.table.test(table) && grant.columns.length > 0) &&
      !deny.some((grant) => grant.table.test(table) && grant.columns.some(isOfAll)),
    mayReadColumn: (table, column) => isAny(allow, table, column) && !isAny(deny, table, column),
  }
}

/**
 * `*` matches any characters, also none; everything else matches itself. A part between two stars is
 * searched once, from the left: a lookahead never backtracks, so that many stars do not multiply the
 * time.
 */
export function namePattern(text: string): RegExp {
  const [first = '', ...others] = text
    .split('*')
    .map((part) => part.replace(/[\\^$.|?+()[\]{}]/g, '\\$&'))
  const last = others.pop()
  if (last === undefined) return new RegExp(`^${first}$`, 's')
  const between = others
    .filter((part) => part !== '')
    .map((part, index) => `(?=(.*?${part}))\\${index + 1}`)
  return new RegExp(`^${first}${between.join('')}.*${last}$`, 's')
}

function isOfAll(pattern: RegExp): boolean {
  return pattern.source === ALL.source
}

const ALL = namePattern('*')
