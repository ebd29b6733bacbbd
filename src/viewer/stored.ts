/** What the browser keeps for this page. Browsers may refuse storage; then nothing is kept. */

type Area = 'local' | 'session'

/** Prefix of all keys, because other pages of the same origin share the storage. */
const PREFIX = 'tablequery-'

/** @returns undefined if there is nothing, or nothing that is JSON */
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
    // Blocked or full: the page works without.
  }
}

/** @throws DOMException where the browser blocks storage */
function storage(area: Area): Storage {
  return area === 'local' ? localStorage : sessionStorage
}
