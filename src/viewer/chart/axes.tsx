import type { ReactNode } from 'react'
import { textWidth } from '../grid/text-width'
import type { Axis } from './axis'
import { margins, type Frame } from './plot-frame'

interface AxesProps {
  readonly frame: Frame
  readonly names: readonly [x: string, y: string]
}

export function Axes({ frame, names }: AxesProps): ReactNode {
  const { width, height, left, x, y } = frame
  const floor = height - margins.bottom
  return (
    <g className="axes">
      {y.ticks.map(({ place, label }) => (
        <g key={place} transform={`translate(0, ${y.at(place)})`}>
          <line x1={left} x2={width - margins.right} />
          <text x={left - 8} dy="0.32em" textAnchor="end">
            {label}
          </text>
        </g>
      ))}
      {labelled(x, width).map(({ place, label, anchor }) => (
        <g key={place} transform={`translate(${x.at(place)}, ${floor})`}>
          <line y2={5} />
          {label !== undefined && (
            <text y={18} textAnchor={anchor}>
              {label}
            </text>
          )}
        </g>
      ))}
      <text className="axis-name" x={0} y={12}>
        {names[1]}
      </text>
      <text className="axis-name" x={width - margins.right} y={height - 6} textAnchor="end">
        {names[0]}
      </text>
    </g>
  )
}

interface Labelled {
  readonly place: number
  /** Undefined if the label before leaves no room for it. */
  readonly label: string | undefined
  readonly anchor: 'middle' | 'end'
}

/** Pixels between two labels. */
const GAP = 6

function labelled({ ticks, at }: Axis, width: number): readonly Labelled[] {
  let end = -Infinity
  return ticks.map(({ place, label }) => {
    const anchor = at(place) > width - 40 ? 'end' : 'middle'
    const size = textWidth(label)
    const start = at(place) - (anchor === 'end' ? size : size / 2)
    const hasRoom = start >= end + GAP
    if (hasRoom) end = start + size
    return { place, label: hasRoom ? label : undefined, anchor }
  })
}
