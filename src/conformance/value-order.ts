/** The order of values as far as it is certain without knowing the collation of the database. */
import { kindOf } from './column-kind'
import { foldedText } from './folded-text'
import type { Column } from './table-reading'

/**
 * A text that is equal for values that the database may treat as equal: texts by some collation, without blanks
 * at the ends, and decimals.
 */
export function sortClass(value: unknown): string {
  if (typeof value !== 'string') return JSON.stringify(value === 0 ? 0 : value)
  const text = foldedText(value).trim()
  return JSON.stringify(/^-?\d+\.\d+$/.test(text) ? withoutTrailingZeros(text) : text)
}

/** Equal decimals can keep the zeros that they were written with: 1.0 and 1.00. */
function withoutTrailingZeros(decimal: string): string {
  let end = decimal.length
  while (decimal[end - 1] === '0') end--
  return decimal.slice(0, decimal[end - 1] === '.' ? end - 1 : end)
}

type Comparison = (a: unknown, b: unknown) => number

/** A date, a time, or both. Such texts sort by time if all have the same form and zone. */
const TIME =
  /^(?:\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?)?|\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(?<zone>Z|[+-]\d\d(?::?\d\d)?)?$/

/** Compares values of a column; `undefined` if their order is not certain. */
export function certainOrder(column: Column, values: readonly unknown[]): Comparison | undefined {
  const kind = kindOf(column)
  if (kind === 'text' && values.every((value) => typeof value === 'string')) return byCollation
  // Databases sort JSON documents by their text, or by rules of their own.
  if (/json/i.test(column.type)) return undefined
  if (values.every((value) => typeof value === 'number')) return byNumber
  if (!values.every((value) => typeof value === 'string')) return undefined
  // A decimal, or an integer of many digits, can be a string.
  if (kind === 'number' && values.every((value) => /^-?\d{1,15}(?:\.\d+)?$/.test(value)))
    return byNumber
  const shapes = new Set(
    values.map((value) => {
      const zone = TIME.exec(value)?.groups?.['zone'] ?? ''
      return TIME.test(value) ? `${value.replaceAll(/\d/g, '0')} ${zone}` : undefined
    }),
  )
  return kind === 'time' && shapes.size === 1 && !shapes.has(undefined) ? byText : undefined
}

/** Compares texts; 0 if their order depends on the collation. */
const byCollation: Comparison = (a, b) => Number(isCertainlyAfter(a, b))

/** Every collation of Latin letters sorts `b` to `g` before `l` to `r`, in the same case. */
function isCertainlyAfter(earlier: unknown, later: unknown): boolean {
  if (typeof earlier !== 'string' || typeof later !== 'string') return false
  const isPlain = /^[a-z]{3}/
  const isPlainUpper = /^[A-Z]{3}/
  if (isPlain.test(earlier) && isPlain.test(later))
    return /^[l-r]/.test(earlier) && /^[b-g]/.test(later)
  return (
    isPlainUpper.test(earlier) &&
    isPlainUpper.test(later) &&
    /^[L-R]/.test(earlier) &&
    /^[B-G]/.test(later)
  )
}

function byNumber(a: unknown, b: unknown): number {
  return Number(a) - Number(b)
}

function byText(a: unknown, b: unknown): number {
  return String(a) < String(b) ? -1 : Number(String(a) > String(b))
}

/** The first value of a sorted list that occurs again after a value that no collation treats as equal. */
export function separated(sorted: readonly unknown[]): string | undefined {
  const last = new Map<string, number>()
  for (const [index, value] of sorted.entries()) {
    const text = JSON.stringify(value)
    const between = sorted.slice((last.get(text) ?? index) + 1, index)
    if (between.some((other) => sortClass(other) !== sortClass(value))) return text
    last.set(text, index)
  }
  return undefined
}

/** Tells whether a value comes after another one in a sorted list, and no collation treats them as equal. */
export function orderOf(sorted: readonly unknown[]): (a: unknown, b: unknown) => boolean {
  const positions = new Map<string, number>()
  for (const [index, value] of sorted.entries()) {
    const text = JSON.stringify(value)
    if (!positions.has(text)) positions.set(text, index)
  }
  const positionOf = (value: unknown): number => positions.get(JSON.stringify(value)) ?? 0
  return (a, b) => sortClass(a) !== sortClass(b) && positionOf(a) > positionOf(b)
}
