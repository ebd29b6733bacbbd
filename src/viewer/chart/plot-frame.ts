/** The size of a plot, and its axes. */
import { useLayoutEffect, useState, type RefObject } from 'react'
import { textWidth } from '../grid/text-width'
import type { Axis } from './axis'

export interface Frame {
  /** Pixels. */
  readonly width: number
  readonly height: number
  /** Where the axis begins. */
  readonly left: number
  readonly along: Axis
  readonly up: Axis
}

export const margins = {
  top: 26,
  right: 12,
  bottom: 44,
  /** Enough for the texts of the axis. */
  leftOf: ({ ticks }: Axis): number =>
    Math.ceil(Math.max(0, ...ticks.map(({ label }) => textWidth(label)))) + 14,
}

/** Before the first layout. */
const USUAL = 600

/** The width of an element, while it changes. */
export function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(USUAL)
  useLayoutEffect(() => {
    const { current } = element
    if (!current) return undefined
    const measure = (): void => {
      setWidth(current.clientWidth)
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(current)
    return () => {
      observer.disconnect()
    }
  }, [element])
  return width
}
