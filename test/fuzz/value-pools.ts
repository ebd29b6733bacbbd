/** Values for the cells of a case: few, so that generation is fast and values repeat. */
import fc from 'fast-check'
import type { FixtureColumn, FixtureType, FixtureValue } from '../../fixtures/fixture-table'
import { values } from './values'

type Kind = FixtureType['kind']

export type ValuePools = Readonly<Record<Kind, readonly NonNullable<FixtureValue>[]>>

const pool = <T extends NonNullable<FixtureValue>>(
  value: fc.Arbitrary<T>,
  maxLength: number,
): fc.Arbitrary<readonly T[]> => fc.array(value, { minLength: 1, maxLength, size: 'max' })

export const valuePools: fc.Arbitrary<ValuePools> = fc.record({
  integer: pool(values.integer, 16),
  bigint: pool(values.bigint, 12),
  double: pool(values.double, 5),
  boolean: pool(values.boolean, 2),
  text: pool(values.text, 6),
  varchar: pool(values.varchar, 16),
  binary: pool(values.binary, 4),
  enum: pool(values.enum, 3),
  json: pool(values.json, 5),
  date: pool(values.date, 8),
  time: pool(values.time, 4),
  timestamp: pool(values.timestamp, 4),
  timestamptz: pool(values.timestamptz, 4),
  decimal: pool(values.decimal, 6),
})

/** A random number for a cell, from which `valueOf` chooses the value when the column is known. */
export const cellDraw = fc.nat(999)

const NULL_SHARE = 6

export function valueOf(
  { type, isNullable = false }: FixtureColumn,
  draw: number,
  pools: ValuePools,
): FixtureValue {
  if (isNullable && draw % NULL_SHARE === NULL_SHARE - 1) return null
  const { [type.kind]: values } = pools
  return values[Math.floor(draw / NULL_SHARE) % values.length] ?? null
}
