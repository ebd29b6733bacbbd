/** The drawing of a chart's figures, and their table. */
import type { ReactNode } from 'react'
import { t } from '../texts/texts'
import { count } from '../texts/locale'
import { CategoryBars } from './category-bars'
import type { ChartChoice } from './chart-choice'
import type { ChartData } from './chart-data'
import { FigureTable } from './figure-table'
import { Plot } from './plot'
import { PointMarks, RangeMarks } from './marks'

export interface FigureProps {
  readonly data: ChartData
  readonly choice: ChartChoice
  /** Number of the first row in the table, starting at 1. */
  readonly firstRow: number
}

export function Figure({ data, choice, firstRow }: FigureProps): ReactNode {
  const { along } = choice
  const up = upText(choice)
  const isOfRows = choice.up === undefined
  if (data.is === 'categories')
    return <CategoryBars {...{ bars: data.bars, along, up, isOfRows }} />
  if (data.is === 'points') {
    const { points } = data
    if (points.length === 0) return <p>{t.nothingToDraw}</p>
    const rowText = (row: number): string => t.rowNumber(count(firstRow + row))
    return (
      <>
        <Plot
          key={`${along} ${up}`}
          label={t.pointsChart(along, up, points.length)}
          forms={[data.along, data.up]}
          names={[along, up]}
          items={points.map((point) => ({
            ...point,
            lines: [`${along}: ${point.texts[0]}`, `${up}: ${point.texts[1]}`, rowText(point.row)],
          }))}
          marks={(frame) => <PointMarks points={points} frame={frame} />}
        />
        <FigureTable
          heads={[t.row, along, up]}
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
        key={`${along} ${up}`}
        label={t.barsChart(along, up, bars.length)}
        forms={[data.along, 'number']}
        names={[along, up]}
        items={bars.map(({ from, to, value, rows, label, text }) => ({
          along: (from + to) / 2,
          up: value,
          range: [from, to],
          lines: [`${along}: ${label}`, `${up}: ${text}`, ...(isOfRows ? [] : [t.rows(rows)])],
        }))}
        marks={(frame) => <RangeMarks bars={bars} frame={frame} />}
      />
      <FigureTable
        heads={[along, up, ...(isOfRows ? [] : [t.numberOfRows])]}
        lines={bars.map(({ label, text, rows }) => [
          label,
          text,
          ...(isOfRows ? [] : [count(rows)]),
        ])}
      />
    </>
  )
}

function upText({ up, measure }: ChartChoice): string {
  if (up === undefined) return t.numberOfRows
  if (measure === 'each') return up
  return measure === 'sum' ? t.sumOf(up) : t.averageOf(up)
}
