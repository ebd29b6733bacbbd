/** The kind of a column, from the name of its type. */
import type { Row } from './check'
import type { Column, TableReading } from './table-reading'

/** `unclear`: implementations may differ on whether the column is text, e.g. for `uuid` or `enum`. */
export type ColumnKind = 'text' | 'number' | 'time' | 'other' | 'unclear'

/**
 * SQLite does not search a column that is declared as `string`, because its affinity is NUMERIC:
 * https://www.sqlite.org/datatype3.html#determination_of_column_affinity
 * The patterns match whole words: an enumeration type can have the name `print_status` or `context_kind`.
 */
const KINDS: readonly (readonly [ColumnKind, RegExp])[] = [
  [
    'unclear',
    /\[\]$|json|uuid|xml|inet|cidr|macaddr|enum|^set\b|range|^(?:name|string(?:\s*\(\d+\))?)?$/i,
  ],
  [
    'text',
    /\b(?:n?(?:var)?char(?:acter)?2?|bpchar|(?:n|ci|tiny|medium|long)?text|n?clob|string)\b/i,
  ],
  ['time', /^(?:(?:small)?datetime(?:2|offset)?|date|time(?:stamp)?(?:n?tz)?)\b/i],
  [
    'other',
    /\b(?:interval|bool(?:ean)?|bit|(?:multi)?(?:point|polygon|line(?:string)?)|geo[a-z]*|(?:tiny|medium|long)?blob|(?:var)?binary|bytea|raw|year)\b/i,
  ],
  [
    'number',
    /\b(?:u?(?:tiny|small|medium|big)?int(?:eger|\d+)?|num(?:ber|eric)?|dec(?:imal)?|real|float\d*|double|(?:small|big)?serial|(?:small)?money)\b/i,
  ],
]

export function kindOf({ type }: Pick<Column, 'type'>): ColumnKind {
  return KINDS.find(([, pattern]) => pattern.test(type))?.[0] ?? 'unclear'
}

/** Maximum columns of a table that are checked one by one. */
const MAX_COLUMNS = 40

/**
 * Columns whose names need no quotes in a list; the contract does not say how to write other names. If there
 * are more than 40, a selection that contains a column of each type.
 */
export function listable(columns: readonly Column[]): readonly Column[] {
  const all = columns.filter(({ name }) => !/[,:"]|^\s|\s$|^$/.test(name))
  if (all.length <= MAX_COLUMNS) return all
  const oneOfEachType = new Set(new Map(all.map((column) => [column.type, column])).values())
  const others = all.filter((column) => !oneOfEachType.has(column))
  const chosen = new Set([...oneOfEachType, ...others].slice(0, MAX_COLUMNS))
  return all.filter((column) => chosen.has(column))
}

export function columnsOfKind(table: TableReading, ...kinds: readonly ColumnKind[]): Column[] {
  return listable(table.columns).filter((column) => {
    const kind = kindOf(column)
    // MariaDB, for example, names the type of JSON columns longtext.
    const isUnclear =
      kind === 'text' && !table.rows.every(({ [column.name]: value }) => isText(value))
    return kinds.includes(isUnclear ? 'unclear' : kind)
  })
}

function isText(value: unknown): boolean {
  return typeof value === 'string' || value === null
}

/**
 * Columns whose equal values are printed alike. `1 day` and `24:00:00` are equal intervals, and a time with a zone
 * can be equal in several zones.
 */
export function comparable(columns: readonly Column[]): readonly Column[] {
  return listable(columns).filter(({ type }) => !SEVERAL_SPELLINGS.test(type))
}

const SEVERAL_SPELLINGS = /\b(?:interval|timetz|datetimeoffset)\b|^time\b.*\bwith time zone\b/i

/** Whether the column has JSON documents, whose null is a value and differs from NULL. */
export function hasDocuments(table: TableReading, { name, type }: Column): boolean {
  const isDocument = ({ [name]: value }: Row): boolean =>
    typeof value === 'object' && value !== null
  return /json/i.test(type) || table.rows.some(isDocument)
}
