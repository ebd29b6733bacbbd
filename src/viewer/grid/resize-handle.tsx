import { useRef, type ReactNode } from 'react'

export interface ResizeHandleProps {
  /** Pixels from the left to the line that it moves. */
  readonly left: number
  /** Of the column. */
  readonly width: number
  /** @param width undefined: the width that fits */
  readonly onResize: (width: number | undefined) => void
}

/** The area on both sides of the line between two headers. A double click fits the column. */
export function ResizeHandle({ left, width, onResize }: ResizeHandleProps): ReactNode {
  const start = useRef<{ readonly x: number; readonly width: number }>(undefined)
  return (
    <span
      className="resizer"
      aria-hidden="true"
      style={{ transform: `translateX(${left - 6}px)` }}
      onPointerDown={({ currentTarget, pointerId, clientX }) => {
        currentTarget.setPointerCapture(pointerId)
        start.current = { x: clientX, width }
      }}
      onPointerMove={({ clientX }) => {
        if (start.current) onResize(start.current.width + clientX - start.current.x)
      }}
      // At its end, and when the system takes the pointer away.
      onLostPointerCapture={() => {
        start.current = undefined
      }}
      onDoubleClick={() => {
        onResize(undefined)
      }}
      // The click at the end of the drag must not reach the header.
      onClick={(event) => {
        event.stopPropagation()
      }}
    />
  )
}
