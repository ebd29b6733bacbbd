/** Writes rows as the text of a file, with exact values. */
import type { JsonValue, Row } from '../../client'
import { cellOf } from '../values/cell'
import { jsonText } from '../values/json-text'
import { fullText } from '../values/value-text'

export const FORMAT_NAMES = ['CSV', 'TSV', 'JSON', 'NDJSON', 'Markdown'] as const
export type FormatName = (typeof FORMAT_NAMES)[number]

export interface FileChoices {
  readonly format: FormatName
  /** CSV only: begins with the byte order mark by which Excel recognizes UTF-8. */
  readonly hasMark: boolean
  /** CSV and TSV only: the text for NULL. An empty string is written as `""`, so it differs from NULL. */
  readonly nullText: '' | 'NULL'
}

/** The parts of a file, in this order: `start`, `rows` for each page, `end`. */
interface FileFormat {
  readonly extension: string
  readonly type: string
  readonly start: (columns: readonly string[]) => string
  /** @param isFirst whether no rows were written before */
  readonly rows: (rows: readonly Row[], columns: readonly string[], isFirst: boolean) => string
  readonly end: string
}

export function fileFormat(choices: FileChoices): FileFormat {
  switch (choices.format) {
    case 'CSV':
      return delimited(',', choices, { extension: 'csv', type: 'text/csv' })
    case 'TSV':
      return delimited('\t', choices, { extension: 'tsv', type: 'text/tab-separated-values' })
    case 'JSON':
      return {
        extension: 'json',
        type: 'application/json',
        start: () => '[\n',
        rows: (rows, columns, isFirst) =>
          (isFirst || rows.length === 0 ? '' : ',\n') +
          rows.map((row) => jsonLine(row, columns)).join(',\n'),
        end: '\n]\n',
      }
    case 'NDJSON':
      return {
        extension: 'ndjson',
        type: 'application/x-ndjson',
        start: () => '',
        rows: (rows, columns) => rows.map((row) => `${jsonLine(row, columns)}\n`).join(''),
        end: '',
      }
    case 'Markdown':
      return {
        extension: 'md',
        type: 'text/markdown',
        start: (columns) => markdownLine(columns) + markdownLine(columns.map(() => '---')),
        rows: (rows, columns) =>
          rows.map((row) => markdownLine(columns.map((name) => fullText(row[name])))).join(''),
        end: '',
      }
  }
}

/** The complete text of a file with these rows. */
export function fileText(
  format: FileFormat,
  rows: readonly Row[],
  columns: readonly string[],
): string {
  return format.start(columns) + format.rows(rows, columns, true) + format.end
}

/** CSV by https://www.rfc-editor.org/rfc/rfc4180, or the same with tabs instead of commas. */
function delimited(
  separator: string,
  { hasMark, nullText }: FileChoices,
  facts: Pick<FileFormat, 'extension' | 'type'>,
): FileFormat {
  const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`
  const isSpecial = (text: string): boolean =>
    text.includes(separator) || /["\r\n]|^\s|\s$/.test(text) || text === nullText || text === ''
  const field = (value: JsonValue | undefined): string => {
    if (value === null || value === undefined) return nullText
    const text = fullText(value)
    return isSpecial(text) ? quoted(text) : text
  }
  // A row of one empty field would be an empty line, which readers skip.
  const line = (fields: readonly string[]): string =>
    `${fields.length === 1 && fields[0] === '' ? '""' : fields.join(separator)}\r\n`
  return {
    ...facts,
    start: (columns) => (hasMark && separator === ',' ? '\ufeff' : '') + line(columns.map(field)),
    rows: (rows, columns) =>
      rows.map((row) => line(columns.map((name) => field(row[name])))).join(''),
    end: '',
  }
}

/**
 * An object whose keys have the order of the columns: those of JavaScript begin with numeric names. It lacks the
 * columns that the row lacks.
 */
export function jsonLine(row: Row, columns: readonly string[]): string {
  const entries = columns.flatMap((name) => {
    const value = cellOf(row, name)
    return value === undefined ? [] : [`${JSON.stringify(name)}:${jsonText(value)}`]
  })
  return `{${entries.join(',')}}`
}

/** What Markdown and its HTML would not show as it is. An underscore within a word is a plain character. */
const MARKUP = /[\\|*`~[\]<>]|&(?=#?\w+;)|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu

function markdownLine(fields: readonly string[]): string {
  const texts = fields.map((text) =>
    text.replaceAll(MARKUP, '\\$&').replaceAll(/\r\n|[\r\n]/g, '<br>'),
  )
  return `| ${texts.join(' | ')} |\n`
}
