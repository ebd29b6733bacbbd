/** The user's choice of columns: those to show, those to hide, or all. */
import { isSameList } from './same-list'

/** At most one of the lists has names. */
export interface ColumnChoice {
  /** Names of the columns to show, in order; empty: all that are not hidden. */
  readonly columns: readonly string[]
  /** Names of the columns to hide. */
  readonly hidden: readonly string[]
}

export const ALL_COLUMNS: ColumnChoice = { columns: [], hidden: [] }

/**
 * Names of the columns to show, in order. If every column is hidden, all are shown: without any, nothing would be
 * left to look at.
 * @param all names of all columns
 */
export function shownColumns(
  { columns, hidden }: ColumnChoice,
  all: readonly string[],
): readonly string[] {
  if (columns.length > 0) return [...new Set(columns)]
  if (hidden.length === 0) return all
  const others = without(all, hidden)
  return others.length > 0 ? others : all
}

/**
 * Names of the columns for a file.
 * @param loaded names of the columns of the rows: more than chosen if the address of the request had to be short,
 * fewer while the chosen ones load
 */
export function columnsToWrite(choice: ColumnChoice, loaded: readonly string[]): readonly string[] {
  const names = new Set(loaded)
  return shownColumns(choice, loaded).filter((name) => names.has(name))
}

/**
 * The choice that shows these columns, with the shorter list: the address has each of its names.
 * @param shown names of the columns to show, in order
 * @param all names of all columns; empty if unknown
 */
export function choiceOf(shown: readonly string[], all: readonly string[]): ColumnChoice {
  if (isSameList(shown, all)) return ALL_COLUMNS
  const hidden = without(all, shown)
  const isInOrder = hidden.length > 0 && isSameList(without(all, hidden), shown)
  return isInOrder && addressLength(hidden) < addressLength(shown)
    ? { columns: [], hidden }
    : { columns: shown, hidden: [] }
}

function without(all: readonly string[], left: readonly string[]): readonly string[] {
  const names = new Set(left)
  return all.filter((name) => !names.has(name))
}

/** About the number of characters that the names need in the address. */
function addressLength(names: readonly string[]): number {
  return names.reduce((sum, name) => sum + '&column='.length + encodeURIComponent(name).length, 0)
}
