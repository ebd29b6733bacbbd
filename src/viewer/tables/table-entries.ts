import { t } from '../texts/texts'

/** A line of the list of tables: a table, or a heading. */
export interface TableEntry {
  readonly key: string
  readonly text: string
  readonly table?: string
}

/** From this many tables, the list has a group of recently opened tables. */
const MANY = 15

/** @param marked pinned and recently opened tables; undefined while the user searches */
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
