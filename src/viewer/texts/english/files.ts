import { count } from '../locale'
import { rows } from './amounts'

export const files = {
  export: 'Export',
  link: 'Link',
  copyLink: 'Copy a link to this view',
  address: 'URL',
  copyAddress: 'Copy the URL of the API request',
  copyCurl: 'Copy as curl',
  copyFetch: 'Copy as fetch',
  format: 'Format',
  fileOptions: 'Options of the file',
  forExcel: 'For Excel (with a byte order mark)',
  writeNull: 'Write NULL for missing values',
  copyPageAs: (format: string): string => `Copy this page as ${format}`,
  downloadPage: (format: string): string => `Download this page as ${format}`,
  copySelectionAs: (format: string): string => `Copy the selection as ${format}`,
  downloadSelection: (format: string): string => `Download the selection as ${format}`,
  downloadAll: (amount: number, format: string): string =>
    `Download all ${count(amount)} rows as ${format}`,
  rowsOf: (amount: number, format: string): string => `${rows(amount)} as ${format}`,
  copied: (what: string): string => `${what} copied.`,
  notCopied: 'The browser did not allow copying.',
  download: 'Download',
  rowsDownloadedLabel: 'Rows downloaded',
  rowsOfTotal: (done: number, total: number): string => `${count(done)} of ${rows(total)}`,
  rowsPerSecond: (amount: number): string => `${rows(amount)} per second`,
  rowsDownloaded: (amount: number): string => `${rows(amount)} downloaded.`,
  downloadFailed: (reason: string): string => `The download failed: ${reason}`,
  fileNotWritten: 'The browser could not write the file.',
  columnsChanged: 'The columns of the table have changed meanwhile. Please start again.',
  cancelDownload: 'Cancel download',
}
