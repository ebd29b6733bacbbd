import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react'
import type { RowPlaces } from '../follow/row-changes'
import type { View } from '../view/view'
import { HEADER } from './grid-keys'
import { HEADER_HEIGHT } from './use-grid-window'

interface ScrollPlaceOptions {
  readonly scroller: RefObject<HTMLDivElement | null>
  readonly view: View
  readonly isStale: boolean
  /** Where the previously shown rows are now. */
  readonly places: RowPlaces | undefined
  readonly cursorRow: number
  /** Pixels. */
  readonly rowHeight: number
}

/**
 * Scrolls to the top when rows of another view arrive. When rows of the same view are added or removed, it keeps
 * the row of the cursor in place, or else the first visible row. If the grid is scrolled to the top and the
 * cursor is in no row, it does not scroll, so new rows appear at the top. When the grid becomes lower, for example
 * because a panel opens below it, the row of the cursor stays visible.
 */
export function useScrollPlace(options: ScrollPlaceOptions): void {
  const { scroller, view, isStale, places, cursorRow, rowHeight } = options
  useEffect(() => {
    if (!isStale) scroller.current?.scrollTo({ top: 0 })
  }, [scroller, view, isStale])
  const latest = useRef({ cursorRow, rowHeight })
  useLayoutEffect(() => {
    latest.current = { cursorRow, rowHeight }
  })
  useEffect(() => {
    const element = scroller.current
    if (!element) return undefined
    let before = 0
    const observer = new ResizeObserver(() => {
      const { cursorRow: cursor, rowHeight: height } = latest.current
      const { clientHeight, scrollTop } = element
      const bottom = HEADER_HEIGHT + (cursor + 1) * height - scrollTop
      if (cursor !== HEADER && bottom <= before && bottom > clientHeight)
        element.scrollBy({ top: bottom - clientHeight })
      before = clientHeight
    })
    observer.observe(element)
    return () => {
      observer.disconnect()
    }
  }, [scroller])
  useLayoutEffect(() => {
    const element = scroller.current
    const { cursorRow: cursor, rowHeight: height } = latest.current
    if (!element || !places || (element.scrollTop === 0 && cursor === HEADER)) return
    const first = Math.floor(element.scrollTop / height)
    const visible = Array.from(
      { length: Math.ceil(element.clientHeight / height) },
      (_, index) => first + index,
    )
    const anchor =
      visible.find((row) => places[row] === cursor) ??
      visible.find((row) => places[row] !== undefined)
    if (anchor !== undefined)
      element.scrollBy({ top: ((places[anchor] ?? anchor) - anchor) * height })
  }, [scroller, places])
}
