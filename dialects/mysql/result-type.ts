/** Tells by the description of a result whether its columns are still of the kinds of the catalogue. */
import { Types, type FieldPacket } from 'mysql2'

/** Types that are sent alike and become JSON by the same rule are one kind. */
const KINDS: readonly (readonly [kind: string, types: readonly string[]])[] = [
  ['bytes', ['binary', 'varbinary', 'tinyblob', 'blob', 'mediumblob', 'longblob', 'vector']],
  ['text', ['char', 'varchar', 'tinytext', 'text', 'mediumtext', 'longtext', 'checked json']],
  ['text', ['enum', 'set', 'uuid', 'inet4', 'inet6']],
]

const KIND_OF_NUMBER: ReadonlyMap<number | undefined, string> = new Map([
  [Types.TINY, 'tinyint'],
  [Types.SHORT, 'smallint'],
  [Types.INT24, 'mediumint'],
  [Types.LONG, 'int'],
  [Types.LONGLONG, 'bigint'],
  [Types.YEAR, 'year'],
  [Types.DECIMAL, 'decimal'],
  [Types.NEWDECIMAL, 'decimal'],
  [Types.FLOAT, 'float'],
  [Types.DOUBLE, 'double'],
  [Types.DATE, 'date'],
  [Types.NEWDATE, 'date'],
  [Types.DATETIME, 'datetime'],
  [Types.TIMESTAMP, 'timestamp'],
  [Types.TIME, 'time'],
  [Types.JSON, 'json'],
])

const KIND_OF_TYPE: ReadonlyMap<string, string> = new Map([
  ...KINDS.flatMap(([kind, types]) => types.map((type) => [type, kind] as const)),
  ...Array.from(KIND_OF_NUMBER.values(), (kind) => [kind, kind] as const),
])

/**
 * @param type the full type, e.g. `bit(5)`; `dataType` is its name alone
 * @returns `undefined` for a type of which it is not known how it is sent
 */
export function resultTypeOf(type: string, dataType: string): string | undefined {
  return dataType === 'bit' ? type : KIND_OF_TYPE.get(dataType)
}

/** The number of the character set `binary`, which texts never have. */
const BINARY = 63

/** https://dev.mysql.com/doc/dev/mysql-server/latest/page_protocol_com_query_response_text_resultset_column_definition.html */
export function isOfType(field: FieldPacket, resultType: string): boolean {
  const { columnType, characterSet, columnLength } = field
  if (columnType === Types.BIT) return resultType === `bit(${columnLength})`
  const kind = KIND_OF_NUMBER.get(columnType) ?? (characterSet === BINARY ? 'bytes' : 'text')
  return kind === resultType
}
