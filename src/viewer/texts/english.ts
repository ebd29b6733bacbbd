/** All texts of the page in English. Texts with parts are functions. */
const numbers = new Intl.NumberFormat('en')
const count = (amount: number): string => numbers.format(amount)
const several = (amount: number, one: string, many: string): string =>
  `${count(amount)} ${amount === 1 ? one : many}`
const rows = (amount: number): string => several(amount, 'row', 'rows')

export const english = {
  // The page
  tables: 'Tables',
  skipToRows: 'Skip to the rows',
  signOut: 'Sign out',
  sidebarWidth: 'Width of the list of tables',
  colours: (now: string, next: string): string => `Colours: ${now}. Change to ${next}`,
  themes: { system: 'system', light: 'light', dark: 'dark' },
  shortcuts: 'Keyboard shortcuts',
  close: 'Close',
  noTables: 'There are no readable tables.',

  // The list of tables
  findTable: 'Find a table',
  tablesFound: (amount: number): string =>
    amount === 0 ? 'No table matches.' : several(amount, 'table', 'tables'),
  pinnedTables: 'Pinned',
  recentTables: 'Recent',
  allTables: 'All tables',
  pin: (table: string): string => `Pin ${table}`,
  unpin: (table: string): string => `Unpin ${table}`,

  // The head of a table
  viewOf: (table: string): string => `View of ${table}`,
  tableSize: (amount: number, columns: number): string =>
    `${rows(amount)} · ${several(columns, 'column', 'columns')}`,
  asOf: (time: string): string => `as of ${time}`,
  loadAgain: 'Load again',
  searchIn: (table: string): string => `Search in ${table}`,
  searchRows: 'Search rows',
  clearSearch: 'Clear the search',
  searchWithoutBlanks: 'Search without the blanks around it',
  columnsToSearch: 'Columns to search',
  searchInLegend: 'Search in',
  allTextColumns: 'all text columns',
  inAllColumns: 'in all columns',
  inColumn: (column: string): string => `in ${column}`,
  inColumns: (amount: number): string => `in ${amount} columns`,
  columns: 'Columns',
  someColumns: (shown: number, all: number): string => `Columns ${shown}/${all}`,
  columnsToShow: 'Columns to show',
  findColumn: 'Find a column',
  chooseColumn: 'Choose at least one column.',
  allInTableOrder: 'Show all in table order',
  none: 'None',
  moveToLeft: (column: string): string => `Move ${column} to the left`,
  moveToRight: (column: string): string => `Move ${column} to the right`,
  display: 'Display',
  displayTitle: 'How rows and values look',
  rowHeight: 'Rows',
  densities: { compact: 'compact', usual: 'usual', tall: 'tall, with wrapped texts' },
  times: 'Times with a zone',
  zones: { local: 'local time', utc: 'UTC' },
  numbers: 'Numbers',
  numberForms: { grouped: '1,234.5 grouped', plain: '1234.5 as stored' },

  // What the view changes
  viewOptions: 'Order and hidden columns',
  turnOrder: 'Turn the order',
  ascending: 'ascending',
  descending: 'descending',
  hidden: 'hidden',
  doNotSortBy: (column: string): string => `Do not sort by ${column}`,
  hiddenColumns: (amount: number): string => several(amount, 'hidden column', 'hidden columns'),
  showAllColumns: 'Show all columns',
  resetView: 'Reset the view',

  // The rows
  rowsOfTable: (table: string): string => `Rows of ${table}`,
  headerTitle: (column: string, type: string): string =>
    `${column} (${type}): click to sort, with Shift by several columns`,
  columnMenu: 'Menu of the column (Alt+↓)',
  sortAscending: 'Sort ascending',
  sortDescending: 'Sort descending',
  addAscending: 'Add to the order, ascending',
  addDescending: 'Add to the order, descending',
  sortNoMore: 'Do not sort by it',
  searchOnlyHere: 'Search only here',
  moveLeft: 'Move left',
  moveRight: 'Move right',
  fitWidth: 'Fit the width',
  hideColumn: 'Hide',
  ofLoadedRows: (amount: number): string =>
    amount === 1 ? 'Of the loaded row' : `Of the ${count(amount)} loaded rows`,
  distinctValues: 'Different values',
  histogram: (bins: number): string => `Number of rows in ${bins} equal ranges`,
  bin: (from: string, to: string, amount: number): string => `${from} to ${to}: ${rows(amount)}`,
  size: (bytes: number): string => {
    if (bytes < 1000) return several(bytes, 'byte', 'bytes')
    const isSmall = bytes < 1_000_000
    return `${(bytes / (isSmall ? 1000 : 1_000_000)).toFixed(1)} ${isSmall ? 'kB' : 'MB'}`
  },
  image: (type: string): string => `Image (${type})`,

  // A row
  row: 'Row',
  rowNumber: (number: string): string => `Row ${number}`,
  values: 'Values',
  previousRow: 'Previous row',
  nextRow: 'Next row',
  copyRow: 'Copy the row as JSON',
  copyValue: (column: string): string => `Copy ${column}`,
  characters: (amount: string): string => `${amount} characters`,
  cutText: (amount: string): string => `The text has ${amount} characters; copy it for the rest.`,
  listOf: (amount: number): string => `[${several(amount, 'item', 'items')}]`,
  fields: (amount: number): string => `{${several(amount, 'field', 'fields')}}`,
  more: (amount: number): string => `${count(amount)} more`,
  asImage: 'Show the image',
  asBytes: 'Show the bytes',
  bytes: 'Bytes',

  // The foot
  pages: 'Pages',
  rows,
  rowRange: (first: string, last: string, total: number): string =>
    `${first}–${last} of ${rows(total)}`,
  rowsPerPage: 'Rows per page',
  firstPage: 'First page',
  previousPage: 'Previous page',
  nextPage: 'Next page',
  lastPage: 'Last page',
  pageOf: (last: number): string => `Page, of ${last}`,
  ofPages: (last: string): string => `of ${last}`,
  cellsSelected: (amount: number): string => `${several(amount, 'cell', 'cells')} selected`,
  sum: 'Sum',
  average: 'Average',
  smallest: 'Smallest',
  largest: 'Largest',

  // Copies and downloads
  export: 'Export',
  link: 'Link',
  copyLink: 'Copy a link to this view',
  address: 'Address',
  copyAddress: 'Copy the address of the API',
  copyCurl: 'Copy as curl',
  copyFetch: 'Copy as fetch',
  format: 'Format',
  fileOptions: 'Options of the file',
  forExcel: 'For Excel (with a byte order mark)',
  writeNull: 'Write NULL where a value is missing',
  copyPageAs: (format: string): string => `Copy this page as ${format}`,
  downloadAll: (amount: number, format: string): string =>
    `Download all ${count(amount)} rows as ${format}`,
  rowsOf: (amount: number, format: string): string => `${rows(amount)} of ${format}`,
  copied: (what: string): string => `${what} copied.`,
  notCopied: 'The browser did not allow copying.',
  download: 'Download',
  rowsDownloadedLabel: 'Rows downloaded',
  rowsOfTotal: (done: number, total: number): string => `${count(done)} of ${rows(total)}`,
  rowsPerSecond: (amount: number): string => `${rows(amount)} per second`,
  rowsDownloaded: (amount: number): string => `${rows(amount)} downloaded.`,
  downloadFailed: (reason: string): string => `The download failed: ${reason}`,
  cancelDownload: 'Cancel download',

  // Messages
  loading: 'Loading',
  stillWorking: 'The database is still working …',
  stop: 'Stop',
  loadingCancelled: 'Loading was cancelled.',
  loadRows: 'Load the rows',
  pastTheEnd: (page: number): string => `Page ${page} is past the end.`,
  goToLastPage: 'Go to the last page',
  tableIsEmpty: 'This table has no rows.',
  noRowHas: (text: string, columns: string): string =>
    `No row has “${text}” in ${columns === '' ? 'a text column' : columns}.`,
  tryAgain: 'Try again',
  availableTables: 'Available tables:',
  request: (id: string): string => `Request ${id}`,
  offline: 'This device is offline',
  notReachable: 'The server is not reachable',
  errors: {
    query: 'Invalid request',
    table: 'Table not found',
    rate: 'Too many requests',
    database: 'Database error',
    server: 'Server error',
    other: 'Error',
    here: 'An error occurred on this page.',
  },
  pageFailed: 'This page has stopped',
  loadPageAgain: 'Load the page again',
  notInHeader: (character: string): string =>
    `HTTP headers cannot carry the character “${character}”. Was the text copied from a document?`,
  noHeader: 'These are not valid names and values of HTTP headers.',

  // The palette, and the list of keys
  palette: 'Go to a table or a column, or do something',
  paletteHint: 'Table, column or action',
  nothingFound: 'Nothing matches.',
  table: 'table',
  sortByColumn: 'sort by this column',
  action: 'action',
  changeColours: 'Change the colours',
  print: 'Print the loaded rows',
  keys: [
    ['/', 'Search'],
    ['Ctrl+K', 'Tables, columns and actions'],
    ['Ctrl+B', 'Show or hide the list of tables'],
    ['[ ]', 'Previous and next page'],
    ['?', 'This list'],
    ['Arrow keys, Page Up, Page Down, Home, End', 'Move in the rows; with Ctrl to the edge'],
    ['Shift with a movement', 'Select cells'],
    ['Ctrl+A, Shift+Space, Ctrl+Space', 'Select all, the row, the column'],
    ['Ctrl+C', 'Copy the selected cells'],
    ['Enter or Space', 'Show the row; on a header, sort (with Shift, by several columns)'],
    ['Alt+↓', 'Menu of the column'],
    ['Alt+Shift+← →', 'Width of the column'],
    ['P', 'Pin a table, in the list'],
    ['Escape', 'Close'],
  ] as readonly (readonly [string, string])[],
}

export type Texts = typeof english
