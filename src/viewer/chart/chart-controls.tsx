/** The choice of the columns of a chart, and of what it shows of them. */
import type { ReactNode } from 'react'
import type { GridColumn } from '../grid/grid-column'
import { t } from '../texts/texts'
import { columnsForX, columnsForY, measuresOf, type ChartChoice } from './chart-choice'

interface ChartControlsProps {
  readonly choice: ChartChoice
  readonly columns: readonly GridColumn[]
  readonly onChoose: (choice: Partial<ChartChoice>) => void
}

/** Value of the option "Number of rows". Options of columns have a prefix, because a column may have any name. */
const ROWS = 'rows'
const COLUMN = 'column '

export function ChartControls({ choice, columns, onChoose }: ChartControlsProps): ReactNode {
  const x = columns.find(({ name }) => name === choice.x)
  const y = columns.find(({ name }) => name === choice.y)
  const measures = x && y ? measuresOf(x, y) : []
  return (
    <div className="chart-controls">
      <label>
        {t.x}
        <select
          value={choice.x}
          onChange={({ target }) => {
            onChoose({ ...choice, x: target.value })
          }}
        >
          {columnsForX(columns).map(({ name }) => (
            // Without a value, it would be the text without the blanks at its ends.
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <label>
        {t.y}
        <select
          value={choice.y === undefined ? ROWS : COLUMN + choice.y}
          onChange={({ target: { value } }) => {
            const isRows = value === ROWS
            onChoose({ ...choice, y: isRows ? undefined : value.slice(COLUMN.length) })
          }}
        >
          <option value={ROWS}>{t.numberOfRows}</option>
          {x &&
            columnsForY(columns, x).map(({ name }) => (
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
