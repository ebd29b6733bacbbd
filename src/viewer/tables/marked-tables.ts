/** The pinned and the recently opened tables, stored in the browser for each API. */
import { apiAddress } from '../api/client'
import { createStore } from '../store'
import { readStored, writeStored } from '../stored'

const MAX_RECENT = 5

interface MarkedTables {
  readonly pinned: readonly string[]
  readonly recent: readonly string[]
}

const KEY = `tables ${apiAddress}`
const marked = createStore(stored())

export const useMarkedTables = marked.use

export function togglePin(table: string): void {
  const { pinned, recent } = marked.get()
  const others = pinned.filter((name) => name !== table)
  keep({ recent, pinned: others.length < pinned.length ? others : [...pinned, table] })
}

export function addRecent(table: string): void {
  const { pinned, recent } = marked.get()
  if (recent[0] === table) return
  const others = recent.filter((name) => name !== table)
  keep({ pinned, recent: [table, ...others].slice(0, MAX_RECENT) })
}

function keep(value: MarkedTables): void {
  marked.set(value)
  writeStored(KEY, value)
}

function stored(): MarkedTables {
  const { pinned, recent } = Object(readStored(KEY)) as Record<string, unknown>
  return { pinned: namesIn(pinned), recent: namesIn(recent) }
}

function namesIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((name) => typeof name === 'string') : []
}
