/** Statistics of a column over the rows of the page, or over more rows that the user loads for them. */
import { useMemo, type ReactNode } from 'react'
import type { Row } from '../../client'
import { useDisplay, type Display } from '../display/display'
import type { GridColumn } from '../grid/grid-column'
import { SampleLoader } from '../sample/sample-loader'
import { useSampleWith } from '../sample/sample-provider'
import { t } from '../texts/texts'
import { count } from '../texts/locale'
import { cellOf } from '../values/cell'
import { shortened } from '../values/numbers'
import { shownValue } from '../values/shown-value'
import { summaryOf } from './summary'

interface ColumnSummaryProps {
  readonly column: GridColumn
  /** The rows of the page. */
  readonly rows: readonly Row[]
  /** Number of rows on all pages. */
  readonly total: number
}

/** Maximum characters of a tooltip. */
const MAX_TITLE = 1000

export function ColumnSummary(props: ColumnSummaryProps): ReactNode {
  const { column, total } = props
  const display = useDisplay()
  const sample = useSampleWith([column.name], props.rows.length)
  const rows = sample?.rows ?? props.rows
  const summary = useMemo(
    () =>
      summaryOf(
        rows.map((row) => cellOf(row, column.name)),
        column,
        display,
      ),
    [column, rows, display],
  )
  const { distinct, nulls, smallest, largest, bins, frequent } = summary
  const highest = Math.max(1, ...bins.map((bin) => bin.rows))
  return (
    <section className="summary" aria-label={t.statistics}>
      <p className="hint">
        {sample ? t.ofSomeRows(rows.length, sample.total) : t.ofLoadedRows(rows.length)}
      </p>
      <SampleLoader columns={[column.name]} isComplete={rows.length === total} />
      <dl>
        <dt>{t.distinctValues}</dt>
        <dd>{count(distinct)}</dd>
        <dt>NULL</dt>
        <dd>{count(nulls)}</dd>
        {smallest !== undefined && largest !== undefined && (
          <>
            <dt>{t.smallest}</dt>
            <dd title={smallest}>{shownText(smallest, column, display)}</dd>
            <dt>{t.largest}</dt>
            <dd title={largest}>{shownText(largest, column, display)}</dd>
          </>
        )}
      </dl>
      {bins.length > 0 && (
        <svg
          className="histogram"
          viewBox={`0 0 ${bins.length * 10} 40`}
          preserveAspectRatio="none"
          role="img"
          aria-label={t.histogram(bins.length)}
        >
          {bins.map(({ from, to, rows: amount }, index) => (
            <rect
              key={index}
              x={index * 10 + 0.5}
              width={9}
              y={40 - (amount / highest) * 40}
              height={(amount / highest) * 40}
            >
              <title>{t.bin(from, to, amount)}</title>
            </rect>
          ))}
        </svg>
      )}
      {frequent.length > 0 && (
        <ol className="frequent">
          {frequent.map(({ text, rows: amount }) => (
            <li key={text}>
              <span className="clipped" title={text.slice(0, MAX_TITLE)}>
                {shownText(text, column, display)}
              </span>
              <span>{count(amount)}</span>
              <span className="share" aria-hidden="true">
                <span style={{ width: `${(amount / rows.length) * 100}%` }} />
              </span>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}

/** A value as in the cells, but numbers with hundreds of digits are shortened. */
function shownText(exact: string, column: GridColumn, display: Display): string {
  if (exact === '') return '""'
  const { kind } = column
  if (kind === 'number') return shortened(exact) ?? shownValue(exact, column, display).text
  return kind === 'timestamp' ? shownValue(exact, column, display).text : exact
}
