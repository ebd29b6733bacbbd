import { useRef, type ReactNode } from 'react'

interface ResizeHandleProps {
  /** Pixels from the left edge to the line that the handle moves. */
  readonly left: number
  /** Width of the column in pixels. */
  readonly width: number
  /** @param width pixels; undefined for the width that fits the values */
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
      // At the end of the drag, and when the system takes the pointer away.
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
