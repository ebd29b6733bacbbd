/** The kind of a column's values: types with the same wire format and the same JSON encoding. */

const KINDS: readonly (readonly [kind: string, types: readonly string[]])[] = [
  ['bytes', ['binary', 'varbinary', 'tinyblob', 'blob', 'mediumblob', 'longblob']],
  ['text', ['char', 'varchar', 'tinytext', 'text', 'mediumtext', 'longtext', 'checked json']],
  ['text', ['enum', 'set', 'uuid', 'inet4', 'inet6']],
]

/** Its JSON is not that of other integers. */
export const BOOLEAN = 'tinyint(1)'

/** An integer of any length. */
export const INTEGER = 'integer'

/** Each type with a number of its own in the protocol is a kind. */
const OWN_KINDS = [
  'tinyint',
  'smallint',
  'mediumint',
  'int',
  'bigint',
  'year',
  'decimal',
  'float',
  'double',
  'date',
  'datetime',
  'timestamp',
  'time',
  'json',
]

const KIND_OF_TYPE: ReadonlyMap<string, string> = new Map([
  ...KINDS.flatMap(([kind, types]) => types.map((type) => [type, kind] as const)),
  ...OWN_KINDS.map((type) => [type, type] as const),
])

/**
 * @param type the full type, e.g. `bit(5)`; `dataType` has no parameters, e.g. `bit`
 * @returns `undefined` for a type whose wire format is unknown
 */
export function resultTypeOf(
  type: string,
  dataType: string,
  isMariadb: boolean,
): string | undefined {
  // Only MySQL has a number for vectors; MariaDB sends bytes.
  if (dataType === 'vector') return isMariadb ? 'bytes' : 'vector'
  return dataType === 'bit' || type === BOOLEAN ? type : KIND_OF_TYPE.get(dataType)
}
