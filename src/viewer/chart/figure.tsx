/** The drawing of a chart, and its values as a table. */
import type { ReactNode } from 'react'
import { t } from '../texts/texts'
import { count } from '../texts/locale'
import { CategoryBars } from './category-bars'
import type { ChartChoice } from './chart-choice'
import type { ChartData } from './chart-data'
import { FigureTable } from './figure-table'
import { Plot } from './plot'
import { PointMarks, RangeMarks } from './marks'

interface FigureProps {
  readonly data: ChartData
  readonly choice: ChartChoice
  /** Number of the first row in the table, starting at 1. */
  readonly firstRow: number
}

export function Figure({ data, choice, firstRow }: FigureProps): ReactNode {
  const { x } = choice
  const y = yText(choice)
  const isOfRows = choice.y === undefined
  if (data.is === 'categories') return <CategoryBars {...{ bars: data.bars, x, y, isOfRows }} />
  if (data.is === 'points') {
    const { points } = data
    if (points.length === 0) return <p>{t.nothingToDraw}</p>
    const rowText = (row: number): string => t.rowNumber(count(firstRow + row))
    return (
      <>
        <Plot
          key={`${x} ${y}`}
          label={t.pointsChart(x, y, points.length)}
          forms={[data.x, data.y]}
          names={[x, y]}
          items={points.map((point) => ({
            ...point,
            lines: [`${x}: ${point.texts[0]}`, `${y}: ${point.texts[1]}`, rowText(point.row)],
          }))}
          marks={(frame) => <PointMarks points={points} frame={frame} />}
        />
        <FigureTable
          heads={[t.row, x, y]}
          lines={points.map(({ row, texts }) => [count(firstRow + row), ...texts])}
        />
      </>
    )
  }
  const { bars } = data
  if (bars.length === 0) return <p>{t.nothingToDraw}</p>
  return (
    <>
      <Plot
        key={`${x} ${y}`}
        label={t.barsChart(x, y, bars.length)}
        forms={[data.x, isOfRows ? 'count' : 'number']}
        names={[x, y]}
        items={bars.map(({ from, to, value, rows, label, text }) => ({
          x: (from + to) / 2,
          y: value,
          range: [from, to],
          lines: [`${x}: ${label}`, `${y}: ${text}`, ...(isOfRows ? [] : [t.rows(rows)])],
        }))}
        marks={(frame) => <RangeMarks bars={bars} frame={frame} />}
      />
      <FigureTable
        heads={[x, y, ...(isOfRows ? [] : [t.numberOfRows])]}
        lines={bars.map(({ label, text, rows }) => [
          label,
          text,
          ...(isOfRows ? [] : [count(rows)]),
        ])}
      />
    </>
  )
}

function yText({ y, measure }: ChartChoice): string {
  if (y === undefined) return t.numberOfRows
  if (measure === 'each') return y
  return measure === 'sum' ? t.sumOf(y) : t.averageOf(y)
}
