/** The view in the URL, and functions to change it with history entries. */
import { useSyncExternalStore } from 'react'
import { PAGE_SIZES, parseView, viewText, withLimit, type View } from './view'

const listeners = new Set<() => void>()
let current = parseView(location.search)

/** Of the server, once it has refused a larger number. */
let largestLimit = Infinity

function show(view: View): void {
  current = withLimit(view, Math.min(view.limit, largestLimit))
  for (const listener of listeners) listener()
}

addEventListener('popstate', () => {
  show(parseView(location.search))
})

/** @param isReplacement whether to replace the current history entry */
export function go(view: View, isReplacement = false): void {
  const address = viewText(withLimit(view, Math.min(view.limit, largestLimit)))
  if (isReplacement) history.replaceState(null, '', address)
  else if (address !== viewText(current)) history.pushState(null, '', address)
  show(view)
}

/** Changes the view of the same table, and goes to its first page unless the change sets the page. */
export function change(part: Partial<View>, isReplacement = false): void {
  go({ ...current, page: 1, ...part }, isReplacement)
}

/** Stays within the server's largest number of rows per page from now on. */
export function learnLargestLimit(limit: number): void {
  largestLimit = limit
  go(current, true)
}

export function allowedPageSizes(): number[] {
  const sizes = new Set([...PAGE_SIZES.filter((size) => size <= largestLimit), current.limit])
  return [...sizes].sort((a, b) => a - b)
}

export function useView(): View {
  return useSyncExternalStore(subscribe, () => current)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
