/** Menu entries that copy or download the page, the selected cells or all rows. */
import type { ReactNode } from 'react'
import type { QueryResult, Row, TableQuery } from '../../client'
import { notify } from '../frame/notice'
import { useSelectedCells } from '../grid/selected-cells'
import { t } from '../texts/texts'
import { rowPart } from '../values/row-part'
import { columnsToWrite } from '../view/column-choice'
import type { View } from '../view/view'
import { copy } from './clipboard'
import { useFileChoices } from './file-choices'
import { fileFormat, fileText } from './file-formats'
import { saveFile } from './file-sink'
import { FormatChoice } from './format-choice'
import { MenuEntries } from './menu-entries'
import type { StartDownload } from './use-download'

interface FileEntriesProps {
  readonly view: View
  /** The request of the view. */
  readonly query: TableQuery
  readonly result: QueryResult
  /** Whether `result` belongs to the view. Of other rows, only the selection is copied. */
  readonly isCurrent: boolean
  readonly onDownload: StartDownload
}

export function FileEntries(props: FileEntriesProps): ReactNode {
  const { view, query, result, isCurrent, onDownload } = props
  const choices = useFileChoices()
  const { format } = choices
  const { data, pagination } = result
  const columns = columnsToWrite(view, result.columns)
  const selected = useSelectedCells()
  const shown = selected?.columns.map(({ name }) => name) ?? []
  // The rows lack a column that the user has just chosen, until the rows with it have loaded.
  const names = shown.filter((name) => result.columns.includes(name))
  const cells = selected ? selected.rows.map((row) => rowPart(row, names)) : []
  const copyRows = (rows: readonly Row[], of: readonly string[]) => () => {
    // Texts of the clipboard need no byte order mark.
    const copied = fileFormat({ ...choices, hasMark: false })
    copy(t.rowsOf(rows.length, format), fileText(copied, rows, of))
  }
  const saveRows = (rows: readonly Row[], of: readonly string[], part: string) => () => {
    const { extension, type } = fileFormat(choices)
    const text = fileText(fileFormat(choices), rows, of)
    saveFile(
      new Blob([text], { type: `${type};charset=utf-8` }),
      `${view.table}-${part}.${extension}`,
    )
    notify(t.rowsDownloaded(rows.length))
  }
  const hasSelection = cells.length * names.length > 1
  return (
    <>
      <FormatChoice choices={choices} />
      {hasSelection && (
        <MenuEntries
          entries={[
            [t.copySelectionAs(format), copyRows(cells, names)],
            [t.downloadSelection(format), saveRows(cells, names, 'selection')],
          ]}
        />
      )}
      {isCurrent && (
        <MenuEntries
          entries={[
            [t.copyPageAs(format), copyRows(data, columns)],
            [t.downloadPage(format), saveRows(data, columns, `page-${pagination.page}`)],
            [
              t.downloadAll(pagination.total, format),
              () => {
                onDownload(view, query, choices, pagination.total)
              },
            ],
          ]}
        />
      )}
    </>
  )
}
