import type { ReactNode } from 'react'
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
      {x.ticks.map(({ place, label }) => (
        <g key={place} transform={`translate(${x.at(place)}, ${floor})`}>
          <line y2={5} />
          <text y={18} textAnchor={x.at(place) > width - 40 ? 'end' : 'middle'}>
            {label}
          </text>
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
