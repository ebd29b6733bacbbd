/** The view in the URL, and functions to change it with history entries. */
import { useSyncExternalStore } from 'react'
import { parseView, viewText, type View } from './view'

const listeners = new Set<() => void>()
let current = parseView(location.search)

function show(view: View): void {
  current = view
  for (const listener of listeners) listener()
}

addEventListener('popstate', () => {
  show(parseView(location.search))
})

/** @param isReplacement whether to replace the current history entry */
export function go(view: View, isReplacement = false): void {
  const address = viewText(view)
  if (isReplacement) history.replaceState(null, '', address)
  else if (address !== viewText(current)) history.pushState(null, '', address)
  show(view)
}

/** Changes the view of the same table, and goes to its first page unless the change sets the page. */
export function change(part: Partial<View>, isReplacement = false): void {
  go({ ...current, page: 1, ...part }, isReplacement)
}

export function useView(): View {
  return useSyncExternalStore(subscribe, () => current)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
