/** What the selected cells amount to. Sums are exact. */
import { fullText } from '../values/value-text'
import type { SelectedCells } from './copied-range'

export interface RangeFigures {
  readonly cells: number
  /** Undefined if no cell has a number. */
  readonly numbers?: {
    readonly sum: string
    readonly average: string
    readonly smallest: string
    readonly largest: string
  }
}

const DECIMAL = /^-?\d+(?:\.\d+)?$/

/** More would delay each key. */
const MAX_CELLS = 100_000

export function figuresOf({ columns, rows }: SelectedCells): RangeFigures {
  const cells = columns.length * rows.length
  if (cells > MAX_CELLS) return { cells }
  const texts = columns
    .filter(({ kind }) => kind === 'number')
    .flatMap(({ name }) => rows.map((row) => fullText(row[name])))
  const numbers = texts.filter((text) => DECIMAL.test(text))
  const [first] = numbers
  if (first === undefined) return { cells }
  const scale = Math.max(...numbers.map((text) => text.split('.')[1]?.length ?? 0))
  const values = numbers.map((text) => scaled(text, scale))
  const sum = values.reduce((total, value) => total + value, 0n)
  const [smallest, largest] = values.reduce(
    ([low, high], value) => [value < low ? value : low, value > high ? value : high],
    [scaled(first, scale), scaled(first, scale)],
  )
  return {
    cells,
    numbers: {
      sum: unscaled(sum, scale),
      average: String(Number((Number(unscaled(sum, scale)) / values.length).toPrecision(8))),
      smallest: unscaled(smallest, scale),
      largest: unscaled(largest, scale),
    },
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
