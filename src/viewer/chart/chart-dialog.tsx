/** The dialog with a chart: of the rows of the page, or of more rows that the user loads for it. */
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import type { Row } from '../../client'
import { useDisplay } from '../display/display'
import { IconButton } from '../frame/icon-button'
import type { GridColumn } from '../grid/grid-column'
import { SampleLoader } from '../sample/sample-loader'
import { useSampleWith } from '../sample/sample-provider'
import { t } from '../texts/texts'
import { possibleChoice, type ChartChoice } from './chart-choice'
import { ChartControls } from './chart-controls'
import { chartData } from './chart-data'
import { Figure } from './figure'
import '../styles/chart.css'

interface ChartDialogProps {
  readonly table: string
  /** The first column of the x axis; undefined for a suitable one. */
  readonly column: string | undefined
  readonly columns: readonly GridColumn[]
  /** The rows of the page. */
  readonly rows: readonly Row[]
  /** Number of the page's first row in the table, starting at 1. */
  readonly firstRow: number
  /** Number of rows on all pages. */
  readonly total: number
  readonly onClose: () => void
}

export default function ChartDialog(props: ChartDialogProps): ReactNode {
  const { table, columns, total } = props
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    dialog.current?.showModal()
  }, [])
  const display = useDisplay()
  const [wanted, setWanted] = useState<Partial<ChartChoice>>(
    props.column === undefined ? {} : { x: props.column },
  )
  const choice = useMemo(() => possibleChoice(wanted, columns), [wanted, columns])
  const needed = choice ? [choice.x, ...(choice.y === undefined ? [] : [choice.y])] : []
  const sample = useSampleWith(needed, props.rows.length)
  const rows = sample?.rows ?? props.rows
  const data = useMemo(
    () => choice && chartData(choice, columns, rows, display),
    [choice, columns, rows, display],
  )
  return (
    <dialog ref={dialog} className="chart" aria-labelledby="chart-title" onClose={props.onClose}>
      <header>
        <h2 id="chart-title" className="clipped">
          {t.chartOf(table)}
        </h2>
        <IconButton icon="close" label={t.close} onClick={() => dialog.current?.close()} />
      </header>
      {choice && data ? (
        <div className="chart-body">
          <ChartControls choice={choice} columns={columns} onChoose={setWanted} />
          <div className="chart-rows">
            <p className="hint">
              {sample ? t.ofSomeRows(rows.length, sample.total) : t.ofLoadedRows(rows.length)}
              {data.without > 0 && ` · ${t.rowsWithout(data.without)}`}
            </p>
            <SampleLoader columns={needed} isComplete={rows.length === total} />
          </div>
          <Figure data={data} choice={choice} firstRow={sample ? 1 : props.firstRow} />
        </div>
      ) : (
        <p className="chart-body">{t.nothingToDraw}</p>
      )}
    </dialog>
  )
}
