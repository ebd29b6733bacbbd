/** Two axes and the marks of a chart. The pointer and the arrow keys show the exact values of one mark. */
import { useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { spanOf, type Span } from '../values/span'
import { axisOf, type Axis } from './axis'
import { Axes } from './axes'
import type { AxisForm } from './places'
import { margins, useWidth, type Frame } from './plot-frame'

interface PlotItem {
  /** Its value on each axis. */
  readonly x: number
  readonly y: number
  /** The range of a bar on the x axis; undefined for a point. */
  readonly range?: Span
  /** Its exact values, one line each. */
  readonly lines: readonly string[]
}

interface PlotProps {
  readonly label: string
  readonly forms: readonly [x: AxisForm, y: AxisForm]
  readonly names: readonly [x: string, y: string]
  /** In the order of the x axis. */
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
  // Memoized, because each movement of the pointer renders this component.
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
              cx={frame.x.at(active.x)}
              cy={frame.y.at(active.y)}
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
  const ySpan = spanOf(items.flatMap(({ y, range }) => (range ? [0, y] : [y])))
  const xSpan = spanOf(items.flatMap(({ x, range }) => range ?? [x]))
  const { top, right, bottom } = margins
  const rows = HEIGHT / 50
  const y = axisOf(forms[1], ySpan, [HEIGHT - bottom, top], rows)
  const left = margins.leftOf(y)
  const x: Axis = axisOf(forms[0], xSpan, [left, width - right], width / 90)
  return { width, height: HEIGHT, left, x, y }
}

/** Index of the bar at the pointer, or of the nearest point. */
function nearest(items: readonly PlotItem[], frame: Frame, left: number, top: number): number {
  let [best, least] = [0, Infinity]
  items.forEach(({ x, y, range }, index) => {
    const distance = Math.hypot(frame.x.at(x) - left, range ? 0 : frame.y.at(y) - top)
    if (distance < least) [best, least] = [index, distance]
  })
  return best
}

/** The position of the text: beside the mark, on the side with more space. */
function placeOfFigures(frame: Frame, { x, y }: PlotItem): Readonly<Record<string, number>> {
  const [left, top] = [frame.x.at(x), frame.y.at(y)]
  const isLeft = left > frame.width / 2
  return {
    top: Math.max(0, Math.min(top - 20, frame.height - 90)),
    ...(isLeft ? { right: frame.width - left + 12 } : { left: left + 12 }),
  }
}
