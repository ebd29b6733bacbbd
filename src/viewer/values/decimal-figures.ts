/** Exact sums of decimal numbers of any length. */

import { spanOf } from './span'

export interface DecimalFigures {
  readonly sum: string
  /** Rounded to eight digits more after the point than the numbers have. */
  readonly average: string
  readonly smallest: string
  readonly largest: string
}

const NUMBER = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/

/** Exponents of doubles are smaller; with others, a sum could have millions of digits. */
const MAX_EXPONENT = 400

const EXTRA_DIGITS = 8

/**
 * @param text a number as in JSON
 * @returns the number without an exponent; undefined for other texts
 */
export function decimalOf(text: string): string | undefined {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = NUMBER.exec(text) ?? []
  const shift = Number(exponent)
  if (whole === '' || Math.abs(shift) > MAX_EXPONENT) return undefined
  const digits = '0'.repeat(Math.max(0, -shift)) + whole + fraction.padEnd(Math.max(0, shift), '0')
  const point = digits.length - Math.max(0, fraction.length - shift)
  const decimals = digits.slice(point)
  const integer = digits.slice(0, point).replace(/^0+(?=\d)/, '')
  return sign + integer + (decimals === '' ? '' : `.${decimals}`)
}

/** Compares the exact values of two decimals. */
export function compareDecimals(a: string, b: string): number {
  const scale = Math.max(...[a, b].map((text) => text.split('.')[1]?.length ?? 0))
  const [left, right] = [scaled(a, scale), scaled(b, scale)]
  return left < right ? -1 : left > right ? 1 : 0
}

/** @param numbers decimals; at least one */
export function decimalFigures(numbers: readonly string[]): DecimalFigures {
  const [, scale] = spanOf(numbers.map((text) => text.split('.')[1]?.length ?? 0))
  const values = numbers.map((text) => scaled(text, scale))
  const [first = 0n] = values
  let [sum, smallest, largest] = [0n, first, first]
  for (const value of values) {
    sum += value
    if (value < smallest) smallest = value
    if (value > largest) largest = value
  }
  return {
    sum: unscaled(sum, scale),
    average: unscaled(
      quotient(sum * 10n ** BigInt(EXTRA_DIGITS), values.length),
      scale + EXTRA_DIGITS,
    ),
    smallest: unscaled(smallest, scale),
    largest: unscaled(largest, scale),
  }
}

/** Rounded to the nearest whole number. */
function quotient(value: bigint, divisor: number): bigint {
  const by = BigInt(divisor)
  const half = value < 0n ? -by : by
  return (2n * value + half) / (2n * by)
}

function scaled(text: string, scale: number): bigint {
  const [whole = '', fraction = ''] = text.split('.')
  return BigInt(whole + fraction.padEnd(scale, '0'))
}

function unscaled(value: bigint, scale: number): string {
  const digits = (value < 0n ? -value : value).toString().padStart(scale + 1, '0')
  const sign = value < 0n ? '-' : ''
  if (scale === 0) return sign + digits
  let end = digits.length
  while (digits[end - 1] === '0' && end > digits.length - scale) end--
  const fraction = digits.slice(digits.length - scale, end)
  return sign + digits.slice(0, -scale) + (fraction === '' ? '' : `.${fraction}`)
}
