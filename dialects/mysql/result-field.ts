/**
 * Checks whether the columns of a result still have the kinds that the catalogue describes. Not in `result-type.ts`,
 * because it loads the driver.
 */
import { Types, type FieldPacket } from 'mysql2'
import { BOOLEAN, INTEGER } from './result-type'

/** The names are those of `resultTypeOf`. All other type numbers mean text or bytes. */
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
  [Types.VECTOR, 'vector'],
])

const INTEGERS: ReadonlySet<string> = new Set(['tinyint', 'smallint', 'mediumint', 'int', 'bigint'])

/** Number of the character set `binary`, which text columns never have. */
const BINARY = 63

/** A flag of the protocol. */
const UNSIGNED = 32

function isBoolean({ columnType, columnLength, flags }: FieldPacket): boolean {
  return columnType === Types.TINY && columnLength === 1 && (Number(flags) & UNSIGNED) === 0
}

/** https://dev.mysql.com/doc/dev/mysql-server/latest/page_protocol_com_query_response_text_resultset_column_definition.html */
export function isOfType(field: FieldPacket, resultType: string): boolean {
  const { columnType, characterSet, columnLength } = field
  if (columnType === Types.BIT) return resultType === `bit(${columnLength})`
  if (isBoolean(field)) return resultType === BOOLEAN
  const kind = KIND_OF_NUMBER.get(columnType) ?? (characterSet === BINARY ? 'bytes' : 'text')
  return resultType === INTEGER ? INTEGERS.has(kind) : kind === resultType
}
