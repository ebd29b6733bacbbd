/** Rows as text for other programs: https://www.rfc-editor.org/rfc/rfc4180 */
import type { Row } from '../../client'
import { fullText } from '../values/value-text'

export function csvHeader(columns: readonly string[]): string {
  return line(columns)
}

/** NULL and an empty text are both empty fields. */
export function csvRows(rows: readonly Row[], columns: readonly string[]): string {
  return rows.map((row) => line(columns.map((column) => fullText(row[column])))).join('')
}

function line(fields: readonly string[]): string {
  return `${fields.map(field).join(',')}\r\n`
}

function field(text: string): string {
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
