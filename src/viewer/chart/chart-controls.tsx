/** The columns of a chart, and what it does with their values. */
import type { ReactNode } from 'react'
import type { GridColumn } from '../grid/grid-column'
import { t } from '../texts/texts'
import { columnsAlong, columnsUp, measuresOf, type ChartChoice } from './chart-choice'

export interface ChartControlsProps {
  readonly choice: ChartChoice
  readonly columns: readonly GridColumn[]
  readonly onChoose: (choice: Partial<ChartChoice>) => void
}

/** Stands for the number of rows, because a column may have any name. */
const ROWS = 'rows'
const COLUMN = 'column '

export function ChartControls({ choice, columns, onChoose }: ChartControlsProps): ReactNode {
  const along = columns.find(({ name }) => name === choice.along)
  const up = columns.find(({ name }) => name === choice.up)
  const measures = along && up ? measuresOf(along, up) : []
  return (
    <div className="chart-controls">
      <label>
        {t.along}
        <select
          value={choice.along}
          onChange={({ target }) => {
            onChoose({ ...choice, along: target.value })
          }}
        >
          {columnsAlong(columns).map(({ name }) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </label>
      <label>
        {t.up}
        <select
          value={choice.up === undefined ? ROWS : COLUMN + choice.up}
          onChange={({ target: { value } }) => {
            const isRows = value === ROWS
            onChoose({ ...choice, up: isRows ? undefined : value.slice(COLUMN.length) })
          }}
        >
          <option value={ROWS}>{t.numberOfRows}</option>
          {along &&
            columnsUp(columns, along).map(({ name }) => (
              <option key={name} value={COLUMN + name}>
                {name}
              </option>
            ))}
        </select>
      </label>
      {measures.length > 1 && (
        <label>
          {t.measure}
          <select
            value={choice.measure}
            onChange={({ target }) => {
              const measure = measures.find((one) => one === target.value)
              if (measure) onChoose({ ...choice, measure })
            }}
          >
            {measures.map((one) => (
              <option key={one} value={one}>
                {t.measures[one]}
              </option>
            ))}
          </select>
        </label>
      )}
    </div>
  )
}
