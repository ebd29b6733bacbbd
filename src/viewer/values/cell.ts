import type { JsonValue, Row } from '../../client'

/**
 * The value of a column, which can have the name of a property that every object has, such as `constructor`.
 * @returns undefined if the row has no such column, for a moment after columns of the table have changed
 */
export function cellOf(row: Row, column: string): JsonValue | undefined {
  return Object.hasOwn(row, column) ? row[column] : undefined
}
