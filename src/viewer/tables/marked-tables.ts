/** The pinned and the recently opened tables, stored in the browser for each API. */
import { apiAddress } from '../api/client'
import { createStoredStore } from '../stored-store'

const MAX_RECENT = 5

interface MarkedTables {
  readonly pinned: readonly string[]
  readonly recent: readonly string[]
}

const marked = createStoredStore<MarkedTables>(`tables ${apiAddress}`, read)

export const useMarkedTables = marked.use

export function togglePin(table: string): void {
  const { pinned, recent } = marked.get()
  const others = pinned.filter((name) => name !== table)
  marked.set({ recent, pinned: others.length < pinned.length ? others : [...pinned, table] })
}

export function addRecent(table: string): void {
  const { pinned, recent } = marked.get()
  if (recent[0] === table) return
  const others = recent.filter((name) => name !== table)
  marked.set({ pinned, recent: [table, ...others].slice(0, MAX_RECENT) })
}

function read(stored: unknown): MarkedTables {
  const { pinned, recent } = Object(stored) as Record<string, unknown>
  return { pinned: namesIn(pinned), recent: namesIn(recent) }
}

function namesIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((name) => typeof name === 'string') : []
}
