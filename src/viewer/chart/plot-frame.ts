/** The size of a plot, and its axes. */
import { useLayoutEffect, useState, type RefObject } from 'react'
import { textWidth } from '../grid/text-width'
import type { Axis } from './axis'

export interface Frame {
  /** Pixels. */
  readonly width: number
  readonly height: number
  /** Left end of the x axis in pixels. */
  readonly left: number
  readonly x: Axis
  readonly y: Axis
}

export const margins = {
  top: 26,
  right: 12,
  bottom: 44,
  /** Space for the labels of the y axis. */
  leftOf: ({ ticks }: Axis): number =>
    Math.ceil(Math.max(0, ...ticks.map(({ label }) => textWidth(label)))) + 14,
}

/** Pixels before the first layout. */
const USUAL = 600

/** The current width of an element in pixels. */
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
