import type { files as english } from '../english/files'
import { count } from '../locale'
import { rows } from './amounts'

export const files: typeof english = {
  export: 'Export',
  link: 'Link',
  copyLink: 'Link zu dieser Ansicht kopieren',
  address: 'URL',
  copyAddress: 'URL der API-Anfrage kopieren',
  copyCurl: 'Als curl kopieren',
  copyFetch: 'Als fetch kopieren',
  format: 'Format',
  fileOptions: 'Optionen der Datei',
  forExcel: 'Für Excel (mit Byte Order Mark)',
  writeNull: 'NULL für fehlende Werte schreiben',
  copyPageAs: (format) => `Diese Seite als ${format} kopieren`,
  downloadPage: (format) => `Diese Seite als ${format} herunterladen`,
  copySelectionAs: (format) => `Auswahl als ${format} kopieren`,
  downloadSelection: (format) => `Auswahl als ${format} herunterladen`,
  downloadAll: (amount, format) => `Alle ${count(amount)} Zeilen als ${format} herunterladen`,
  rowsOf: (amount, format) => `${rows(amount)} als ${format}`,
  copied: (what) => `${what} kopiert.`,
  notCopied: 'Der Browser hat das Kopieren nicht erlaubt.',
  download: 'Herunterladen',
  rowsDownloadedLabel: 'Heruntergeladene Zeilen',
  rowsOfTotal: (done, total) => `${count(done)} von ${rows(total)}`,
  rowsPerSecond: (amount) => `${rows(amount)} pro Sekunde`,
  rowsDownloaded: (amount) => `${rows(amount)} heruntergeladen.`,
  downloadFailed: (reason) => `Das Herunterladen ist fehlgeschlagen: ${reason}`,
  fileNotWritten: 'Der Browser konnte die Datei nicht schreiben.',
  columnsChanged:
    'Die Spalten der Tabelle haben sich inzwischen geändert. Bitte beginnen Sie erneut.',
  cancelDownload: 'Herunterladen abbrechen',
}
