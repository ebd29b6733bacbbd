/** What the name of a column's type says about it. */
import type { Row } from './check'
import type { Column, TableReading } from './table-reading'

/** `unclear`: implementations may differ on whether it is a text, e.g. for `uuid` or `enum`. */
export type ColumnKind = 'text' | 'number' | 'time' | 'other' | 'unclear'

const KINDS: readonly (readonly [ColumnKind, RegExp])[] = [
  ['unclear', /\[\]$|json|uuid|xml|inet|cidr|macaddr|enum|^set\b|range|^name$|^$/i],
  ['text', /char|text|clob|string/i],
  ['time', /^(?:date|time)/i],
  ['other', /interval|bool|^bit|point|geo|polygon|line|blob|binary|bytea|\braw\b|^year/i],
  ['number', /int|num|dec|real|float|double|serial|money/i],
]

export function kindOf({ type }: Pick<Column, 'type'>): ColumnKind {
  return KINDS.find(([, pattern]) => pattern.test(type))?.[0] ?? 'unclear'
}

/** Columns of a table that are checked one by one. */
const MAX_COLUMNS = 40

/**
 * Columns whose names need no quotes in a list: the contract does not say how others are written. Of very
 * many columns, a part with each type.
 */
export function listable(columns: readonly Column[]): readonly Column[] {
  const all = columns.filter(({ name }) => !/[,:"]|^\s|\s$|^$/.test(name))
  if (all.length <= MAX_COLUMNS) return all
  const first = new Set(new Map(all.map((column) => [column.type, column])).values())
  const others = all.filter((column) => !first.has(column))
  const chosen = new Set([...first, ...others].slice(0, MAX_COLUMNS))
  return all.filter((column) => chosen.has(column))
}

export function columnsOfKind(table: TableReading, ...kinds: readonly ColumnKind[]): Column[] {
  return listable(table.columns).filter((column) => {
    const kind = kindOf(column)
    // MariaDB's JSON, for example, is a longtext by its name.
    const isOther =
      kind === 'text' && !table.rows.every(({ [column.name]: value }) => isText(value))
    return kinds.includes(isOther ? 'unclear' : kind)
  })
}

function isText(value: unknown): boolean {
  return typeof value === 'string' || value === null
}

/** Whether the column has JSON documents, whose null is a value and differs from NULL. */
export function hasDocuments(table: TableReading, { name, type }: Column): boolean {
  const isDocument = ({ [name]: value }: Row): boolean =>
    typeof value === 'object' && value !== null
  return /json/i.test(type) || table.rows.some(isDocument)
}
