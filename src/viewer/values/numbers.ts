/** Formats numbers for display: with grouped digits, and without the noise of binary fractions. */
import { locale } from '../texts/locale'

const format = new Intl.NumberFormat(locale)
const POINT = new Intl.NumberFormat(locale)
  .formatToParts(0.5)
  .find(({ type }) => type === 'decimal')

/** Maximum digits after the point of a binary fraction; significant digits if it is below 1. */
const DIGITS = 6

interface ShownNumber {
  readonly text: string
  /** Digits after the decimal point. */
  readonly decimals: number
}

/**
 * @param text a number as in JSON, of any length
 * @param isBinary whether to round it, because it is a binary fraction like `0.30000000000000004`
 * @returns undefined for other texts, and for numbers with an exponent
 */
export function shownNumber(
  text: string,
  isGrouped: boolean,
  isBinary: boolean,
): ShownNumber | undefined {
  const parts = /^(-?)(\d+)(?:\.(\d+))?$/.exec(isBinary ? rounded(text) : text)
  if (!parts) return undefined
  const [, sign = '', whole = '', fraction = ''] = parts
  const digits = isGrouped ? format.format(BigInt(whole)) : whole
  const point = isGrouped ? (POINT?.value ?? '.') : '.'
  const shown = fraction === '' ? digits : digits + point + fraction
  return { text: sign + shown, decimals: fraction.length }
}

const precise = new Intl.NumberFormat(locale, { maximumSignificantDigits: 15 })
const scientific = new Intl.NumberFormat(locale, {
  notation: 'scientific',
  maximumSignificantDigits: 15,
})

/** Digits of the longest number that a line shows completely. */
const MAX_DIGITS = 20

/**
 * @param text a decimal without an exponent
 * @returns the number with 15 significant digits, a huge or tiny one with an exponent; undefined if it is short
 */
export function shortened(text: string): string | undefined {
  if (!isDecimal(text) || text.replaceAll(/\D/g, '').length <= MAX_DIGITS) return undefined
  const size = Math.abs(Number(text))
  return (size >= 1e-6 && size < 1e15 ? precise : scientific).format(text)
}

/** The invisible characters that align the decimal point of a number with its column. */
export function padding(decimals: number, wanted: number): string {
  if (decimals >= wanted) return ''
  return (decimals === 0 ? (POINT?.value ?? '.') : '') + '0'.repeat(wanted - decimals)
}

function isDecimal(text: string): text is `${number}` {
  return /^-?\d+(?:\.\d+)?$/.test(text)
}

function rounded(text: string): string {
  const [, fraction = ''] = text.split('.')
  if (fraction.length <= DIGITS || text.includes('e')) return text
  const value = Number(text)
  return String(Number(Math.abs(value) < 1 ? value.toPrecision(DIGITS) : value.toFixed(DIGITS)))
}
