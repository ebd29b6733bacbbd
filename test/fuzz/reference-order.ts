/** Compares values: NULL first, and texts by code points, like the collations of the fixtures. */
import type { FixtureType, FixtureValue } from '../../fixtures/fixture-table'

export function compareValues(kind: FixtureType['kind'], a: FixtureValue, b: FixtureValue): number {
  if (a === null || b === null) return Number(b === null) - Number(a === null)
  if (kind === 'decimal') return sign(scaled(a), scaled(b))
  if (Buffer.isBuffer(a) && Buffer.isBuffer(b)) return Buffer.compare(a, b)
  if (typeof a === 'string' && typeof b === 'string')
    return Buffer.compare(Buffer.from(a), Buffer.from(b))
  return sign(a, b)
}

/** An integer to compare: all decimals have the same number of decimal places. */
function scaled(value: FixtureValue): bigint {
  return BigInt(String(value).replace('.', ''))
}

function sign<T>(a: NonNullable<T>, b: NonNullable<T>): number {
  return Number(a > b) - Number(a < b)
}
