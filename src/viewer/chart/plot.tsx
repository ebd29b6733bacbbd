/** Two axes with marks between them. The pointer and the arrow keys show the exact figures of one mark. */
import { useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { axisOf, type Axis, type Span } from './axis'
import { Axes } from './axes'
import type { AxisForm } from './places'
import { margins, useWidth, type Frame } from './plot-frame'

export interface PlotItem {
  /** Its place on each axis. */
  readonly along: number
  readonly up: number
  /** Of a bar. */
  readonly range?: Span
  /** Its figures. */
  readonly lines: readonly string[]
}

export interface PlotProps {
  readonly label: string
  readonly forms: readonly [along: AxisForm, up: AxisForm]
  readonly names: readonly [along: string, up: string]
  /** In the order along the axis. */
  readonly items: readonly PlotItem[]
  readonly marks: (frame: Frame) => ReactNode
}

const HEIGHT = 320

/** Items that Page Up and Page Down skip. */
const STEP = 10

export function Plot({ label, forms, names, items, marks }: PlotProps): ReactNode {
  const box = useRef<HTMLDivElement>(null)
  const width = useWidth(box)
  const [chosen, setChosen] = useState<number>()
  const active = chosen === undefined ? undefined : items[Math.min(chosen, items.length - 1)]
  // A moving pointer changes neither.
  const frame = useMemo(() => frameOf(forms, items, width), [forms, items, width])
  const drawn = useMemo(() => marks(frame), [marks, frame])
  const onKeyDown = (event: KeyboardEvent): void => {
    const at = chosen ?? -1
    const moves: Readonly<Record<string, number>> = {
      ArrowRight: at + 1,
      ArrowLeft: at - 1,
      PageDown: at + STEP,
      PageUp: at - STEP,
      Home: 0,
      End: items.length - 1,
    }
    const to = moves[event.key]
    if (to === undefined) return
    event.preventDefault()
    setChosen(Math.max(0, Math.min(to, items.length - 1)))
  }
  return (
    <div ref={box} className="plot">
      <div
        role="application"
        aria-label={label}
        tabIndex={0}
        onKeyDown={onKeyDown}
        onPointerMove={({ clientX, clientY, currentTarget }) => {
          const { left, top } = currentTarget.getBoundingClientRect()
          setChosen(nearest(items, frame, clientX - left, clientY - top))
        }}
        onPointerLeave={() => {
          setChosen(undefined)
        }}
      >
        <svg width={frame.width} height={frame.height} aria-hidden="true">
          <Axes frame={frame} names={names} />
          {drawn}
          {active && (
            <circle
              className="mark-active"
              cx={frame.along.at(active.along)}
              cy={frame.up.at(active.up)}
              r={5}
            />
          )}
        </svg>
      </div>
      <p role="status" className="plot-figures" style={active && placeOfFigures(frame, active)}>
        {active?.lines.map((line, index) => (
          <span key={index}>{line}</span>
        ))}
      </p>
    </div>
  )
}

function frameOf(forms: PlotProps['forms'], items: readonly PlotItem[], width: number): Frame {
  const upSpan = spanOf(items.flatMap(({ up, range }) => (range ? [0, up] : [up])))
  const alongSpan = spanOf(items.flatMap(({ along, range }) => range ?? [along]))
  const { top, right, bottom } = margins
  const rows = HEIGHT / 50
  const up = axisOf(forms[1], upSpan, [HEIGHT - bottom, top], rows)
  const left = margins.leftOf(up)
  const along: Axis = axisOf(forms[0], alongSpan, [left, width - right], width / 90)
  return { width, height: HEIGHT, left, along, up }
}

function spanOf(places: readonly number[]): Span {
  return places.reduce<Span>(
    ([low, high], place) => [Math.min(low, place), Math.max(high, place)],
    [Infinity, -Infinity],
  )
}

/** Index of the bar at the pointer, or of the nearest point. */
function nearest(items: readonly PlotItem[], frame: Frame, x: number, y: number): number {
  let [best, least] = [0, Infinity]
  items.forEach(({ along, up, range }, index) => {
    const distance = Math.hypot(frame.along.at(along) - x, range ? 0 : frame.up.at(up) - y)
    if (distance < least) [best, least] = [index, distance]
  })
  return best
}

/** Beside the mark, on the side with more space. */
function placeOfFigures(frame: Frame, { along, up }: PlotItem): Readonly<Record<string, number>> {
  const [x, y] = [frame.along.at(along), frame.up.at(up)]
  const isLeft = x > frame.width / 2
  return {
    top: Math.max(0, Math.min(y - 20, frame.height - 90)),
    ...(isLeft ? { right: frame.width - x + 12 } : { left: x + 12 }),
  }
}
