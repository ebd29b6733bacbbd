import { t } from '../texts/texts'

/** A line of the list: a table, or a heading if it has none. */
export interface TableEntry {
  readonly key: string
  readonly text: string
  readonly table?: string
}

/** Number of tables from which those opened last are listed apart. */
const MANY = 15

/** @param marked undefined while the user searches */
export function entriesOf(
  tables: readonly string[],
  marked?: { readonly pinned: readonly string[]; readonly recent: readonly string[] },
): TableEntry[] {
  const names = new Set(tables)
  const pinned = (marked?.pinned ?? []).filter((name) => names.has(name))
  const recent =
    tables.length < MANY
      ? []
      : (marked?.recent ?? []).filter((name) => names.has(name) && !pinned.includes(name))
  const groups = [...group(t.pinnedTables, pinned), ...group(t.recentTables, recent)]
  const all = tables.map((name): TableEntry => ({ key: `all ${name}`, text: name, table: name }))
  return groups.length === 0 ? all : [...groups, { key: 'heading', text: t.allTables }, ...all]
}

function group(heading: string, names: readonly string[]): TableEntry[] {
  if (names.length === 0) return []
  return [
    { key: heading, text: heading },
    ...names.map((name) => ({ key: `${heading} ${name}`, text: name, table: name })),
  ]
}
