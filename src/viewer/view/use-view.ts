/** The view in the URL, and functions to change it with history entries. */
import { createStore } from '../store'
import { PAGE_SIZES, parseView, viewOfTable, viewText, withLimit, type View } from './view'

const current = createStore(parseView(location.search, location.hash))

/** The server's maximum number of rows per page; Infinity until it has refused a larger one. */
let largestLimit = Infinity

/** The number of rows per page, reduced to the server's maximum. */
export function allowedLimit(limit: number): number {
  return Math.min(limit, largestLimit)
}

function show(view: View): void {
  current.set(withLimit(view, allowedLimit(view.limit)))
}

addEventListener('popstate', () => {
  show(parseView(location.search, location.hash))
})

/** @param isReplacement whether to replace the current history entry */
export function go(view: View, isReplacement = false): void {
  const address = viewText(withLimit(view, allowedLimit(view.limit)))
  if (isReplacement) history.replaceState(null, '', address)
  else if (address !== viewText(current.get())) history.pushState(null, '', address)
  show(view)
}

/** Changes the view of the same table. Goes to the first page, unless the change sets the page. */
export function change(part: Partial<View>, isReplacement = false): void {
  go({ ...current.get(), page: 1, ...part }, isReplacement)
}

/** Whether the view is still of this table. */
export function isShown(table: string): boolean {
  return current.get().table === table
}

/** Sets the server's maximum number of rows per page for the current view and later ones. */
export function learnLargestLimit(limit: number): void {
  largestLimit = limit
  go(current.get(), true)
}

/** Shows fewer rows on a page of this view, unless another one is shown by now. */
export function reduceLimit(view: View, limit: number): void {
  if (viewText(view) === viewText(current.get())) go(withLimit(view, limit), true)
}

export function allowedPageSizes(): number[] {
  const sizes = new Set([...PAGE_SIZES.filter((size) => size <= largestLimit), current.get().limit])
  return [...sizes].sort((a, b) => a - b)
}

/** Opens the initial view of a table. */
export function openTable(table: string): void {
  go(viewOfTable(table))
}

export const useView = current.use
