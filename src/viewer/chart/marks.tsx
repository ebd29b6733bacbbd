import type { ReactNode } from 'react'
import type { Bar } from './bars'
import type { Point } from './chart-data'
import type { Frame } from './plot-frame'

/** More points than this are drawn in transparent layers, so that dense places look darker. */
const MANY = 300
const LAYERS = 40

interface PointMarksProps {
  readonly points: readonly Point[]
  readonly frame: Frame
}

/** A few paths with many points each, because thousands of elements are slow. A line of length 0 draws a dot. */
export function PointMarks({ points, frame }: PointMarksProps): ReactNode {
  const isMany = points.length > MANY
  const layers = Array.from({ length: isMany ? LAYERS : 1 }, (): string[] => [])
  points.forEach(({ x, y }, index) => {
    const place = `M${frame.x.at(x).toFixed(1)} ${frame.y.at(y).toFixed(1)}h0`
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

interface RangeMarksProps {
  readonly bars: readonly Bar[]
  readonly frame: Frame
}

export function RangeMarks({ bars, frame }: RangeMarksProps): ReactNode {
  const floor = frame.y.at(0)
  return (
    <g className="range-bars">
      {bars.map(({ from, to, value }) => {
        const [start, end, top] = [frame.x.at(from), frame.x.at(to), frame.y.at(value)]
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
