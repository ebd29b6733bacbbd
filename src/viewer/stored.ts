/** Reads and writes JSON in the browser's storage. If the browser blocks storage, nothing is stored. */

type Area = 'local' | 'session'

/** Prefix of all keys, because other pages of the same origin share the storage. */
const PREFIX = 'tablequery-'

/** @returns undefined if there is no entry, or no valid JSON */
export function readStored(key: string, area: Area = 'local'): unknown {
  try {
    return JSON.parse(storage(area).getItem(PREFIX + key) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

/** @param value undefined removes the entry */
export function writeStored(key: string, value: unknown, area: Area = 'local'): void {
  try {
    if (value === undefined) storage(area).removeItem(PREFIX + key)
    else storage(area).setItem(PREFIX + key, JSON.stringify(value))
  } catch {
    // Storage is blocked or full: the page works without it.
  }
}

/** Calls the listener when another tab writes the entry to the storage that all tabs share. */
export function onStored(key: string, listener: () => void): void {
  addEventListener('storage', ({ key: changed }) => {
    // Null: all entries were removed.
    if (changed === PREFIX + key || changed === null) listener()
  })
}

/** @throws DOMException where the browser blocks storage */
function storage(area: Area): Storage {
  return area === 'local' ? localStorage : sessionStorage
}
