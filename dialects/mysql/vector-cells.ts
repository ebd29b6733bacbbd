/**
 * Vectors as bytes, the form in which MySQL stores them. The driver returns arrays of numbers, also for a column of
 * another type: MySQL's catalogue says that the vector of a subquery in a view is a longblob.
 */
import { Types, type FieldPacket } from 'mysql2'
import type { Cell } from '../../src/dialect/schema'

/** A cell as the driver returns it. */
export type DriverCell = Cell | readonly number[]

export function isVector({ columnType }: FieldPacket): boolean {
  return columnType === Types.VECTOR
}

export function withVectorBytes(row: readonly DriverCell[]): Cell[] {
  return row.map((cell) => (isArray(cell) ? bytesOf(cell) : cell))
}

function isArray(cell: DriverCell): cell is readonly number[] {
  return Array.isArray(cell)
}

function bytesOf(vector: readonly number[]): Buffer {
  const size = Float32Array.BYTES_PER_ELEMENT
  const bytes = Buffer.alloc(vector.length * size)
  for (const [index, value] of vector.entries()) bytes.writeFloatLE(value, index * size)
  return bytes
}
