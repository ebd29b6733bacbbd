import type { ReactNode } from 'react'
import type { Bar } from './bars'
import type { Point } from './chart-data'
import type { Frame } from './plot-frame'

/** More points are drawn lighter, in layers, so that it can be seen where there are many. */
const MANY = 300
const LAYERS = 40

export interface PointMarksProps {
  readonly points: readonly Point[]
  readonly frame: Frame
}

/** Few paths with many points: thousands of elements would be slow. A line without length has round ends. */
export function PointMarks({ points, frame }: PointMarksProps): ReactNode {
  const isMany = points.length > MANY
  const layers = Array.from({ length: isMany ? LAYERS : 1 }, (): string[] => [])
  points.forEach(({ along, up }, index) => {
    const place = `M${frame.along.at(along).toFixed(1)} ${frame.up.at(up).toFixed(1)}h0`
    layers[index % layers.length]?.push(place)
  })
  return (
    <g className={isMany ? 'points many' : 'points'}>
      {layers.map((places, index) => (
        <path key={index} d={places.join('')} />
      ))}
    </g>
  )
}

export interface RangeMarksProps {
  readonly bars: readonly Bar[]
  readonly frame: Frame
}

export function RangeMarks({ bars, frame }: RangeMarksProps): ReactNode {
  const floor = frame.up.at(0)
  return (
    <g className="range-bars">
      {bars.map(({ from, to, value }) => {
        const [start, end, top] = [frame.along.at(from), frame.along.at(to), frame.up.at(value)]
        return (
          <rect
            key={from}
            x={start + 0.5}
            width={Math.max(1, end - start - 1)}
            y={Math.min(top, floor)}
            height={Math.abs(floor - top)}
          />
        )
      })}
    </g>
  )
}
