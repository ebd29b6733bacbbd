/** The menu of a column: sort, search, move, chart, fit, hide, and statistics. */
import type { ReactNode } from 'react'
import type { Row, SortTerm } from '../../client'
import { useColumns } from '../api/queries'
import { openChart } from '../chart/open-chart'
import type { GridColumn } from '../grid/grid-column'
import { t } from '../texts/texts'
import { isSearchable } from '../values/column-kind'
import { choiceOf } from '../view/column-choice'
import { change } from '../view/use-view'
import type { View } from '../view/view'
import { ColumnSummary } from './column-summary'
import { Floating } from './floating'
import { Name } from '../values/name'

interface ColumnMenuProps {
  readonly column: GridColumn
  /** All visible columns, in order. */
  readonly columns: readonly GridColumn[]
  readonly rows: readonly Row[]
  /** Number of rows on all pages. */
  readonly total: number
  readonly view: View
  readonly anchor: () => HTMLElement | null
  readonly onFit: () => void
  /** @param to index of the column after it has moved */
  readonly onMove: (to: number) => void
  readonly onClose: () => void
}

export function ColumnMenu(props: ColumnMenuProps): ReactNode {
  const { column, columns, rows, total, view, anchor, onFit, onMove, onClose } = props
  const names = columns.map(({ name }) => name)
  const place = names.indexOf(column.name)
  const others = names.filter((name) => name !== column.name)
  const otherTerms = view.sort.filter((term) => term.column !== column.name)
  const isSorted = otherTerms.length < view.sort.length
  const sort = (direction: SortTerm['direction'], isAdding: boolean): void => {
    const term = { column: column.name, direction }
    change({ sort: isAdding ? [...otherTerms, term] : [term] })
  }
  const all = useColumns(view.table).data ?? []
  const show = (shown: readonly string[]): void => {
    const choice = choiceOf(
      shown,
      all.map(({ name }) => name),
    )
    change({ ...choice, page: view.page })
  }
  const move = (to: number): void => {
    show([...others.slice(0, to), column.name, ...others.slice(to)])
    onMove(to)
  }
  const entries: readonly (readonly [string, boolean, () => void])[] = [
    [
      t.sortAscending,
      true,
      () => {
        sort('asc', false)
      },
    ],
    [
      t.sortDescending,
      true,
      () => {
        sort('desc', false)
      },
    ],
    [
      t.addAscending,
      otherTerms.length > 0,
      () => {
        sort('asc', true)
      },
    ],
    [
      t.addDescending,
      otherTerms.length > 0,
      () => {
        sort('desc', true)
      },
    ],
    [
      t.removeFromSort,
      isSorted,
      () => {
        change({ sort: otherTerms })
      },
    ],
    [
      t.searchOnlyHere,
      isSearchable(column.type),
      () => {
        change({ filterColumns: [column.name] })
        document.querySelector<HTMLElement>('[role=search] input')?.focus()
      },
    ],
    [
      t.moveLeft,
      place > 0,
      () => {
        move(place - 1)
      },
    ],
    [
      t.moveRight,
      place < names.length - 1,
      () => {
        move(place + 1)
      },
    ],
    [
      t.chart,
      column.kind !== 'binary' && column.kind !== 'json',
      () => {
        openChart(view.table, column.name)
      },
    ],
    [t.fitWidth, true, onFit],
    [
      t.hideColumn,
      names.length > 1,
      () => {
        show(others)
      },
    ],
  ]
  return (
    <Floating label={column.name} anchor={anchor} onClose={onClose} className="column-menu">
      <div className="column-title">
        <strong className="clipped">
          <Name name={column.name} />
        </strong>
        <span className="hint">{column.type}</span>
      </div>
      <ul className="menu">
        {entries.map(
          ([label, isUseful, act]) =>
            isUseful && (
              <li key={label}>
                <button
                  type="button"
                  className="quiet"
                  onClick={() => {
                    onClose()
                    document.querySelector<HTMLElement>('[role=grid]')?.focus()
                    act()
                  }}
                >
                  {label}
                </button>
              </li>
            ),
        )}
      </ul>
      <ColumnSummary column={column} rows={rows} total={total} />
    </Floating>
  )
}
