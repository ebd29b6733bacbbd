/** A table with a bar and the exact values of each category. */
import { scaleLinear } from 'd3-scale'
import type { ReactNode } from 'react'
import { t } from '../texts/texts'
import { count } from '../texts/locale'
import type { Bar } from './bars'

interface CategoryBarsProps {
  readonly bars: readonly Bar[]
  readonly x: string
  readonly y: string
  /** Whether the bars show numbers of rows. */
  readonly isOfRows: boolean
}

export function CategoryBars({ bars, x, y, isOfRows }: CategoryBarsProps): ReactNode {
  if (bars.length === 0) return <p>{t.nothingToDraw}</p>
  const values = bars.map(({ value }) => value)
  const percent = scaleLinear([Math.min(0, ...values), Math.max(0, ...values)], [0, 100])
  return (
    <table className="category-bars">
      <colgroup>
        <col className="label" />
        {isOfRows || <col className="figure" />}
        <col className="figure" />
        <col />
      </colgroup>
      <thead>
        <tr>
          <th scope="col">{x}</th>
          {isOfRows || (
            <th scope="col" className="number">
              {t.numberOfRows}
            </th>
          )}
          <th scope="col" className="number">
            {y}
          </th>
          <td />
        </tr>
      </thead>
      <tbody>
        {bars.map(({ label, value, text, short, rows }) => (
          <tr key={label}>
            <th scope="row" className="clipped" title={label}>
              {label}
            </th>
            {isOfRows || <td className="number">{count(rows)}</td>}
            <td className="number" title={text === short ? undefined : text}>
              {short}
            </td>
            <td aria-hidden="true">
              <div
                style={{
                  marginLeft: `${percent(Math.min(0, value))}%`,
                  width: `${percent(Math.max(0, value)) - percent(Math.min(0, value))}%`,
                }}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
