/** Compares rows. */
import type { Row } from './check'

/** The values of a row in the order of these columns, as JSON. */
export function rowText(row: Row, columns: readonly string[]): string {
  return JSON.stringify(columns.map((column) => row[column] ?? null))
}

/** Number of rows for each text. */
type Tally = ReadonlyMap<string, number>

export function tallyOf(rows: Iterable<Row>, columns: readonly string[]): Tally {
  const counts = new Map<string, number>()
  for (const row of rows) {
    const text = rowText(row, columns)
    counts.set(text, (counts.get(text) ?? 0) + 1)
  }
  return counts
}

export function sameTally(a: Tally, b: Tally): boolean {
  return a.size === b.size && [...a].every(([text, count]) => b.get(text) === count)
}

/** Describes the first row that was read more or less often than it exists; `undefined` if there is none. */
export function tallyDifference(read: Tally, existing: Tally): string | undefined {
  for (const text of new Set([...existing.keys(), ...read.keys()])) {
    const [got, wanted] = [read.get(text) ?? 0, existing.get(text) ?? 0]
    if (got === wanted) continue
    const row = text.length > 200 ? `${text.slice(0, 200)}…` : text
    return `the row ${row} appears ${times(got)} instead of ${times(wanted)}`
  }
  return undefined
}

function times(count: number): string {
  return count === 1 ? 'once' : `${count} times`
}
