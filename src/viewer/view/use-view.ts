/** The view that the address tells of, and ways to another one: the back button leads back. */
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

/** @param isCorrection the view before it is not worth going back to */
export function go(view: View, isCorrection = false): void {
  const address = viewText(view)
  if (isCorrection) history.replaceState(null, '', address)
  else if (address !== viewText(current)) history.pushState(null, '', address)
  show(view)
}

/** The same table, looked at in another way: from its first page, unless that is what changes. */
export function change(part: Partial<View>, isCorrection = false): void {
  go({ ...current, page: 1, ...part }, isCorrection)
}

export function useView(): View {
  return useSyncExternalStore(subscribe, () => current)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
