/** Finds columns with a collation that only another program defines: SQLite cannot compare values by it. */
import { quoteName } from '../../src/dialect/quoted-name'
import { ReaderError } from './reader-error'

/** In the definition of a table or an index. */
const OTHER_COLLATION = /\bcollate\b(?!\s+["'`[]?(?:binary|nocase|rtrim)\b)/i

/** Whether a table with these definitions can have such a column. */
export function mayLackCollations(definitions: readonly string[]): boolean {
  return definitions.some((sql) => OTHER_COLLATION.test(sql))
}

/**
 * @param table the table as in `from`
 * @param columns names of columns
 * @param read runs a statement
 */
export async function columnsWithoutCollation(
  table: string,
  columns: readonly string[],
  read: (sql: string) => Promise<unknown>,
): Promise<ReadonlySet<string>> {
  const canSortBy = async (names: readonly string[]): Promise<boolean> => {
    const order = names.map((name) => quoteName(name, '"')).join()
    try {
      await read(`explain select 1 from ${table} order by ${order}`)
      return true
    } catch (error) {
      // Another error is about the table itself, and its reads report it too.
      const isMissing = error instanceof ReaderError && /^no such collation/.test(error.message)
      return !isMissing
    }
  }
  // By halves, because a table can have thousands of columns.
  const missingOf = async (names: readonly string[]): Promise<readonly string[]> => {
    if (await canSortBy(names)) return []
    if (names.length === 1) return names
    const half = Math.ceil(names.length / 2)
    return [...(await missingOf(names.slice(0, half))), ...(await missingOf(names.slice(half)))]
  }
  return new Set(await missingOf(columns))
}
