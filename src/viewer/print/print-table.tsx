/** The loaded page as a plain table, which exists only while the browser prints. */
import { useEffect, useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import type { Row } from '../../client'
import type { Display } from '../display/display'
import type { GridColumn } from '../grid/grid-column'
import { count } from '../texts/locale'
import { t } from '../texts/texts'
import { shownValue } from '../values/shown-value'
import { cellOf } from '../values/cell'

interface PrintTableProps {
  readonly table: string
  readonly columns: readonly GridColumn[]
  readonly rows: readonly Row[]
  readonly firstRow: number
  readonly display: Display
}

export function PrintTable(props: PrintTableProps): ReactNode {
  const { table, columns, rows, firstRow, display } = props
  const [isPrinting, setPrinting] = useState(false)
  useEffect(() => {
    const begin = (): void => {
      // The browser prints the document as it is when the event handler returns.
      flushSync(() => {
        setPrinting(true)
      })
    }
    const end = (): void => {
      setPrinting(false)
    }
    addEventListener('beforeprint', begin)
    addEventListener('afterprint', end)
    return () => {
      removeEventListener('beforeprint', begin)
      removeEventListener('afterprint', end)
    }
  }, [])
  if (!isPrinting) return null
  return (
    <table className="print-table">
      <caption>
        {table} ·{' '}
        {rows.length === 0 ? t.rows(0) : `${count(firstRow)}–${count(firstRow + rows.length - 1)}`}
      </caption>
      <thead>
        <tr>
          {columns.map(({ name, kind }) => (
            <th key={name} className={kind}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={index}>
            {columns.map((column) => {
              const { text, look } = shownValue(cellOf(row, column.name), column, display)
              return (
                <td key={column.name} className={`${column.kind} ${look}`}>
                  {text}
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
