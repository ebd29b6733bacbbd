/** The kind of a column, by the name of its type: decides alignment, form, and whether it is searchable. */

const NAMED_KINDS = ['number', 'boolean', 'date', 'timestamp', 'json', 'binary', 'other'] as const

type NamedKind = (typeof NAMED_KINDS)[number]

export type ColumnKind = 'text' | NamedKind

/** Complete names of types, because an enum can have the name `print_status` or `hint_text`. */
const NAMES: Readonly<Record<NamedKind, string>> = {
  number: `smallint integer int bigint tinyint mediumint int2 int4 int8 smallserial serial bigserial
    numeric decimal dec fixed number real float float4 float8 double double_precision year oid
    big_int`,
  boolean: 'boolean bool',
  date: 'date',
  timestamp: `timestamp datetime timestamptz timestamp_with_time_zone timestamp_without_time_zone`,
  json: 'json jsonb',
  binary: 'bytea blob tinyblob mediumblob longblob binary varbinary image',
  other: `money uuid xml time timetz time_with_time_zone time_without_time_zone interval bit bit_varying
    inet cidr macaddr macaddr8 point line lseg box path polygon circle geometry geography linestring
    multipoint multilinestring multipolygon geometrycollection tsvector tsquery vector int4range
    int8range numrange tsrange tstzrange daterange int4multirange int8multirange nummultirange
    tsmultirange tstzmultirange datemultirange`,
}

const KIND_OF_NAME: ReadonlyMap<string, ColumnKind> = new Map(
  NAMED_KINDS.flatMap((kind) => NAMES[kind].split(/\s+/).map((name) => [name, kind] as const)),
)

const MODIFIERS = new Set(['unsigned', 'signed', 'zerofill'])

/** Types with other names are text, because enums and domains can have any name. */
export function kindOf(type: string): ColumnKind {
  if (type.endsWith('[]')) return 'other'
  // Postgres has words after the length: `timestamp(3) with time zone`.
  const [start = '', after = ''] = type.toLowerCase().split('(', 2)
  const rest = after.slice(after.lastIndexOf(')') + 1)
  const words = `${start} ${rest}`.split(' ').filter((word) => word !== '' && !MODIFIERS.has(word))
  return KIND_OF_NAME.get(words.join('_')) ?? 'text'
}

/** Whether the column is probably searchable. If it is not, the server refuses the search with an error. */
export function isSearchable(type: string): boolean {
  return kindOf(type) === 'text'
}
