/** Exact sums of decimal numbers of any length. */

export interface DecimalFigures {
  readonly sum: string
  /** Rounded to eight significant digits. */
  readonly average: string
  readonly smallest: string
  readonly largest: string
}

const DECIMAL = /^-?\d+(?:\.\d+)?$/

/** Whether a text is a number without an exponent. */
export function isDecimal(text: string): boolean {
  return DECIMAL.test(text)
}

/** @param numbers decimals; at least one */
export function decimalFigures(numbers: readonly string[]): DecimalFigures {
  const scale = Math.max(...numbers.map((text) => text.split('.')[1]?.length ?? 0))
  const values = numbers.map((text) => scaled(text, scale))
  const [first = 0n] = values
  let [sum, smallest, largest] = [0n, first, first]
  for (const value of values) {
    sum += value
    if (value < smallest) smallest = value
    if (value > largest) largest = value
  }
  const average = Number(unscaled(sum, scale)) / values.length
  return {
    sum: unscaled(sum, scale),
    average: String(Number(average.toPrecision(8))),
    smallest: unscaled(smallest, scale),
    largest: unscaled(largest, scale),
  }
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
