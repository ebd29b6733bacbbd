/** Numbers as the document and its picture show them. */
import { median } from '../../../test/support/median'

/** Minimum, median and maximum. */
export function spread(values: readonly number[], digits: number): string {
  return [Math.min(...values), median(values), Math.max(...values)]
    .map((value) => value.toFixed(digits))
    .join(' / ')
}

/** At least two significant digits. */
export function short(value: number): string {
  const digits = value < 1 ? 2 : value < 10 ? 1 : 0
  return value.toLocaleString('en', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
}

export function milliseconds(value: number): string {
  return `${short(value)} ms`
}
