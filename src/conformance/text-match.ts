/** Which rows a search must find, and which it may find. */
import type { Row, TableUnderTest } from './check'
import { columnsOfKind } from './column-kind'
import { foldedText } from './folded-text'

/** Whether the contract requires the match: the text contains the term, ignoring the case of A to Z. */
export function mustMatch(value: unknown, term: string): boolean {
  return typeof value === 'string' && lower(value).includes(lower(term))
}

function lower(text: string): string {
  return text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())
}

/** Whether the contract allows the match: it does not say which other characters are equal. */
export function mayMatch(value: unknown, term: string): boolean {
  if (value === null || value === undefined) return false
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return foldedText(text).includes(foldedText(term))
}

/** Columns that are certainly searched without `filterColumns`. */
export function textColumns({ table }: Pick<TableUnderTest, 'table'>): readonly string[] {
  return columnsOfKind(table, 'text').map(({ name }) => name)
}

/** Columns in which a search may find a text: all except numbers, times and bytes. */
export function searchableColumns({ table }: Pick<TableUnderTest, 'table'>): readonly string[] {
  const excluded = new Set(columnsOfKind(table, 'number', 'time', 'other').map(({ name }) => name))
  return table.columns.map(({ name }) => name).filter((name) => !excluded.has(name))
}

/** Terms of plain letters and digits from the middle of values of a column, at most `count`. */
export function termsFrom(rows: readonly Row[], column: string, count: number): readonly string[] {
  const terms = new Set<string>()
  for (const row of rows) {
    const value = row[column]
    if (typeof value !== 'string') continue
    const words = value.split(/[^A-Za-z\d]/)
    const word = words.find((each) => each.length >= 3 && /[A-Za-z]/.test(each))
    if (word === undefined) continue
    terms.add(word.length > 4 ? word.slice(1, 6) : word)
    if (terms.size === count) break
  }
  return [...terms]
}
