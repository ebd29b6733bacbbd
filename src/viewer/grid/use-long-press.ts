import { useEffect, useRef, type PointerEvent } from 'react'

/** Milliseconds, as on most phones. */
const LONG = 500

/** Maximum pixels that the finger moves during a long press. */
const MAX_MOVE = 10

export interface LongPress {
  readonly onPointerDown: (event: PointerEvent) => void
  readonly onPointerMove: (event: PointerEvent) => void
  readonly onPointerUp: () => void
  readonly onPointerCancel: () => void
  /** Whether the current or last touch was a long press, whose click must be ignored. */
  readonly wasLong: () => boolean
}

/** @param onLongPress called with the pressed element while the finger is still there */
export function useLongPress(onLongPress: (target: EventTarget) => void): LongPress {
  const touch = useRef<{ x: number; y: number; isLong: boolean; timer: number }>(undefined)
  const latest = useRef(onLongPress)
  useEffect(() => {
    latest.current = onLongPress
  })
  const stop = (): void => {
    clearTimeout(touch.current?.timer)
  }
  useEffect(() => stop, [])
  return {
    onPointerDown: ({ pointerType, target, clientX: x, clientY: y }) => {
      stop()
      touch.current = undefined
      if (pointerType === 'mouse') return
      const begun = { x, y, isLong: false, timer: 0 }
      begun.timer = window.setTimeout(() => {
        begun.isLong = true
        latest.current(target)
      }, LONG)
      touch.current = begun
    },
    onPointerMove: ({ clientX, clientY }) => {
      const begun = touch.current
      if (begun && Math.hypot(clientX - begun.x, clientY - begun.y) > MAX_MOVE) stop()
    },
    onPointerUp: stop,
    // The browser cancels the pointer when the touch scrolls.
    onPointerCancel: stop,
    wasLong: () => touch.current?.isLong === true,
  }
}
