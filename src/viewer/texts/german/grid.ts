import type { grid as english } from '../english/grid'
import { count, oneDecimal, several } from '../locale'
import { rows } from './amounts'

export const grid: typeof english = {
  rowsOfTable: (table) => `Zeilen von ${table}`,
  headerTitle: (column, type) =>
    `${column}${type === '' ? '' : ` (${type})`}: Klick sortiert, Umschalt+Klick sortiert nach mehreren Spalten`,
  newRow: 'neue Zeile',
  changedCell: 'geändert',
  columnMenu: 'Menü der Spalte (Alt+↓)',
  sortAscending: 'Aufsteigend sortieren',
  sortDescending: 'Absteigend sortieren',
  addAscending: 'Danach aufsteigend sortieren',
  addDescending: 'Danach absteigend sortieren',
  removeFromSort: 'Nicht nach dieser Spalte sortieren',
  searchOnlyHere: 'Nur in dieser Spalte suchen',
  moveLeft: 'Nach links',
  moveRight: 'Nach rechts',
  fitWidth: 'Breite an die Werte anpassen',
  hideColumn: 'Ausblenden',
  tapOtherCorner: 'Tippen Sie auf die andere Ecke der Auswahl.',
  ofLoadedRows: (amount) =>
    amount === 1 ? 'Aus der geladenen Zeile' : `Aus den ${count(amount)} geladenen Zeilen`,
  statistics: 'Statistik',
  ofSomeRows: (amount, total) =>
    amount === total ? `Aus allen ${rows(total)}` : `Aus ${count(amount)} von ${rows(total)}`,
  loadUpTo: (amount) => `Dafür bis zu ${count(amount)} Zeilen laden`,
  rowsLoadedLabel: 'Geladene Zeilen',
  waitingSeconds: (seconds) =>
    `Der Server bittet, ${several(seconds, 'Sekunde', 'Sekunden')} zu warten.`,
  loadingFailed: (reason) => `Das Laden ist fehlgeschlagen: ${reason}`,
  distinctValues: 'Verschiedene Werte',
  histogram: (bins) => `Anzahl der Zeilen in ${bins} gleichen Bereichen`,
  bin: (from, to, amount) => `${from} bis ${to}: ${rows(amount)}`,
  size: (bytes) => {
    if (bytes < 1000) return several(bytes, 'Byte', 'Bytes')
    const isSmall = bytes < 1_000_000
    return `${oneDecimal(bytes / (isSmall ? 1000 : 1_000_000))} ${isSmall ? 'kB' : 'MB'}`
  },
  image: (type) => `Bild (${type})`,

  row: 'Zeile',
  rowNumber: (number) => `Zeile ${number}`,
  values: 'Werte',
  previousRow: 'Vorige Zeile',
  nextRow: 'Nächste Zeile',
  rowGone: 'Diese Zeile ist nicht mehr auf dieser Seite.',
  copyRow: 'Zeile als JSON kopieren',
  copyValue: (column) => `${column} kopieren`,
  characters: (amount) => `${amount} Zeichen`,
  cutText: (amount) => `Der Text hat ${amount} Zeichen; kopieren Sie ihn, um alle zu erhalten.`,
  listOf: (amount) => `[${several(amount, 'Eintrag', 'Einträge')}]`,
  fields: (amount) => `{${several(amount, 'Feld', 'Felder')}}`,
  more: (amount) => `${count(amount)} weitere`,
  asImage: 'Bild zeigen',
  asBytes: 'Bytes zeigen',
  bytes: 'Bytes',

  pages: 'Seiten',
  rows,
  ofRows: (total) => `von ${rows(total)}`,
  rowsPerPage: 'Zeilen pro Seite',
  firstPage: 'Erste Seite',
  previousPage: 'Vorige Seite',
  nextPage: 'Nächste Seite',
  lastPage: 'Letzte Seite',
  pageOf: (last) => `Seite, von ${count(last)}`,
  ofPages: (last) => `von ${last}`,
  cellsSelected: (amount) => several(amount, 'Zelle ausgewählt', 'Zellen ausgewählt'),
  cellsCopied: (amount) => several(amount, 'Zelle kopiert.', 'Zellen kopiert.'),
  sum: 'Summe',
  average: 'Durchschnitt',
  smallest: 'Kleinster',
  largest: 'Größter',
}
