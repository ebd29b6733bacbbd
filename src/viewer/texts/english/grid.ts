import { count, oneDecimal, several } from '../locale'
import { rows } from './amounts'

export const grid = {
  // The rows
  rowsOfTable: (table: string): string => `Rows of ${table}`,
  headerTitle: (column: string, type: string): string =>
    `${column}${type === '' ? '' : ` (${type})`}: click to sort, Shift+click to sort by several columns`,
  newRow: 'new row',
  changedCell: 'changed',
  columnMenu: 'Menu of the column (Alt+↓)',
  sortAscending: 'Sort ascending',
  sortDescending: 'Sort descending',
  addAscending: 'Add to the sort order, ascending',
  addDescending: 'Add to the sort order, descending',
  removeFromSort: 'Remove from the sort order',
  searchOnlyHere: 'Search only this column',
  moveLeft: 'Move left',
  moveRight: 'Move right',
  fitWidth: 'Fit the width to the values',
  hideColumn: 'Hide',
  tapOtherCorner: 'Tap the other corner of the selection.',
  ofLoadedRows: (amount: number): string =>
    amount === 1 ? 'Of the loaded row' : `Of the ${count(amount)} loaded rows`,
  statistics: 'Statistics',
  ofSomeRows: (amount: number, total: number): string =>
    amount === total ? `Of all ${rows(total)}` : `Of ${count(amount)} of ${rows(total)}`,
  loadUpTo: (amount: number): string => `Load up to ${count(amount)} rows for this`,
  rowsLoadedLabel: 'Rows loaded',
  waitingSeconds: (seconds: number): string =>
    `The server asks to wait for ${several(seconds, 'second', 'seconds')}.`,
  loadingFailed: (reason: string): string => `Loading failed: ${reason}`,
  distinctValues: 'Different values',
  histogram: (bins: number): string => `Number of rows in ${bins} equal ranges`,
  bin: (from: string, to: string, amount: number): string => `${from} to ${to}: ${rows(amount)}`,
  size: (bytes: number): string => {
    if (bytes < 1000) return several(bytes, 'byte', 'bytes')
    const isSmall = bytes < 1_000_000
    return `${oneDecimal(bytes / (isSmall ? 1000 : 1_000_000))} ${isSmall ? 'kB' : 'MB'}`
  },
  image: (type: string): string => `Image (${type})`,

  // A row
  row: 'Row',
  rowNumber: (number: string): string => `Row ${number}`,
  values: 'Values',
  previousRow: 'Previous row',
  nextRow: 'Next row',
  rowGone: 'This row is not on this page any more.',
  copyRow: 'Copy the row as JSON',
  copyValue: (column: string): string => `Copy ${column}`,
  characters: (amount: string): string => `${amount} characters`,
  cutText: (amount: string): string => `The text has ${amount} characters; copy it to get all.`,
  listOf: (amount: number): string => `[${several(amount, 'item', 'items')}]`,
  fields: (amount: number): string => `{${several(amount, 'field', 'fields')}}`,
  more: (amount: number): string => `${count(amount)} more`,
  asImage: 'Show the image',
  asBytes: 'Show the bytes',
  bytes: 'Bytes',

  // The foot
  pages: 'Pages',
  rows,
  ofRows: (total: number): string => `of ${rows(total)}`,
  rowsPerPage: 'Rows per page',
  firstPage: 'First page',
  previousPage: 'Previous page',
  nextPage: 'Next page',
  lastPage: 'Last page',
  pageOf: (last: number): string => `Page, of ${count(last)}`,
  ofPages: (last: string): string => `of ${last}`,
  cellsSelected: (amount: number): string => `${several(amount, 'cell', 'cells')} selected`,
  cellsCopied: (amount: number): string => `${several(amount, 'cell', 'cells')} copied.`,
  sum: 'Sum',
  average: 'Average',
  smallest: 'Smallest',
  largest: 'Largest',
}
