/** Writes the selected cells to the clipboard, with exact values. */
import type { Row } from '../../client'
import { cellOf } from '../values/cell'
import { fullText } from '../values/value-text'
import type { GridColumn } from './grid-column'
import type { Range } from './use-selection'

export interface SelectedCells {
  readonly columns: readonly GridColumn[]
  readonly rows: readonly Row[]
}

export function cellsIn(
  { top, bottom, left, right }: Range,
  columns: readonly GridColumn[],
  rows: readonly Row[],
): SelectedCells {
  return {
    columns: columns.slice(left, right + 1),
    rows: rows.slice(top, bottom + 1),
  }
}

/** Writes the cells as text and as HTML; the program where the user pastes them chooses one. */
export function copyCells(cells: SelectedCells, clipboard: DataTransfer): void {
  clipboard.setData('text/plain', tsvOf(cells))
  clipboard.setData('text/html', htmlOf(cells))
}

/** Tab-separated values, as spreadsheets read them. A single value has no quotes. */
function tsvOf({ columns, rows }: SelectedCells): string {
  const [row] = rows
  const [column] = columns
  if (rows.length === 1 && columns.length === 1 && row && column)
    return fullText(cellOf(row, column.name))
  return rows
    .map((one) => columns.map(({ name }) => field(fullText(cellOf(one, name)))).join('\t'))
    .join('\n')
}

/** An HTML table, for programs that support it. Its styles keep blanks, and a text with lines in one cell of Excel. */
function htmlOf({ columns, rows }: SelectedCells): string {
  const cells = (row: Row): string =>
    columns
      .map(
        ({ name }) =>
          `<td style="white-space:pre-wrap">${escaped(fullText(cellOf(row, name)))}</td>`,
      )
      .join('')
  return `<table>${rows.map((row) => `<tr>${cells(row)}</tr>`).join('')}</table>`
}

function field(text: string): string {
  return /["\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

function escaped(text: string): string {
  const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
  return text
    .replaceAll(/[&<>]/g, (character) => entities[character] ?? character)
    .replaceAll(/\r\n|[\r\n]/g, '<br style="mso-data-placement:same-cell">')
}
