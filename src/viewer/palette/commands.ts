import type { ColumnMetadata } from '../../client'
import { refetchAll } from '../api/query-client'
import { openChart } from '../chart/open-chart'
import { copy } from '../export/clipboard'
import { toggleFollowing } from '../follow/following'
import { changeTheme } from '../frame/theme'
import { t } from '../texts/texts'
import { change, openTable } from '../view/use-view'
import type { View } from '../view/view'

export interface Command {
  readonly key: string
  readonly label: string
  /** The kind of the command, e.g. `table`. */
  readonly group: string
  readonly run: () => void
}

export function commandsOf(
  view: View,
  tables: readonly string[],
  columns: readonly ColumnMetadata[],
): Command[] {
  const actions: readonly (readonly [string, () => void])[] = [
    [t.loadAgain, refetchAll],
    [t.followChanges, toggleFollowing],
    [
      t.copyLink,
      () => {
        copy(t.link, location.href)
      },
    ],
    [
      t.chartOfRows,
      () => {
        openChart(view.table)
      },
    ],
    [
      t.resetView,
      () => {
        openTable(view.table)
      },
    ],
    [t.changeColours, changeTheme],
    [
      t.print,
      () => {
        print()
      },
    ],
  ]
  return [
    ...tables.map((table) => ({
      key: `table ${table}`,
      label: table,
      group: t.table,
      run: () => {
        openTable(table)
      },
    })),
    ...columns.map(({ name }) => ({
      key: `column ${name}`,
      label: name,
      group: t.sortByColumn,
      run: () => {
        change({ sort: [{ column: name, direction: 'asc' }] })
      },
    })),
    ...actions.map(([label, run]) => ({ key: `action ${label}`, label, group: t.action, run })),
  ]
}
