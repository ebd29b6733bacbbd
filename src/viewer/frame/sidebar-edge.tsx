/** The edge of the sidebar. Dragging it and the arrow keys change the width of the sidebar. */
import { useEffect, useState, type ReactNode } from 'react'
import { UNIT } from '../display/unit'
import { readStored, writeStored } from '../stored'
import { t } from '../texts/texts'

/** Pixels. */
const USUAL = 240 * UNIT
const MIN = 160
const MAX = 480 * UNIT
const STEP = 16
const KEY = 'sidebar'

export function SidebarEdge(): ReactNode {
  const [width, setWidth] = useState(() => within(Number(readStored(KEY) ?? USUAL)))
  const resize = (wanted: number): void => {
    setWidth(within(wanted))
    writeStored(KEY, within(wanted))
  }
  useEffect(() => {
    document.documentElement.style.setProperty('--sidebar', `${width}px`)
  }, [width])
  return (
    <div
      className="side-edge"
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={t.sidebarWidth}
      aria-valuenow={width}
      aria-valuemin={MIN}
      aria-valuemax={MAX}
      onPointerDown={({ currentTarget, pointerId }) => {
        currentTarget.setPointerCapture(pointerId)
      }}
      onPointerMove={({ currentTarget, pointerId, clientX }) => {
        if (currentTarget.hasPointerCapture(pointerId)) resize(clientX)
      }}
      onDoubleClick={() => {
        resize(USUAL)
      }}
      onKeyDown={({ key }) => {
        if (key === 'ArrowLeft') resize(width - STEP)
        if (key === 'ArrowRight') resize(width + STEP)
      }}
    />
  )
}

function within(width: number): number {
  return Math.round(Math.min(Math.max(width || USUAL, MIN), MAX))
}
