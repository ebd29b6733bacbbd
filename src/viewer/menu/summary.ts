import type { JsonValue } from '../../client'
import type { Display } from '../display/display'
import type { ColumnKind } from '../values/column-kind'
import { locale } from '../texts/locale'
import { shownTime, timeOf } from '../values/dates'
import { compareDecimals, decimalOf } from '../values/decimal-figures'
import { numberOf } from '../values/number-of'
import type { ColumnForm } from '../values/shown-value'
import { spanOf } from '../values/span'
import { fullText } from '../values/value-text'

interface Summary {
  readonly distinct: number
  readonly nulls: number
  /** The exact value; undefined for columns that are neither numbers nor times. */
  readonly smallest: string | undefined
  readonly largest: string | undefined
  /** The histogram of numbers or times; empty for other columns. */
  readonly bins: readonly { readonly from: string; readonly to: string; readonly rows: number }[]
  /** The most frequent exact values, if some repeat. */
  readonly frequent: readonly { readonly text: string; readonly rows: number }[]
}

const BINS = 16
const FREQUENT = 5

export function summaryOf(
  values: readonly (JsonValue | undefined)[],
  form: ColumnForm,
  display: Display,
): Summary {
  const { kind } = form
  const texts = values.filter((value) => value !== null && value !== undefined).map(fullText)
  const rowsOf = new Map<string, number>()
  for (const text of texts) rowsOf.set(text, (rowsOf.get(text) ?? 0) + 1)
  const order = orderOf(kind)
  const [smallest, largest] = order ? ends([...rowsOf.keys()], order) : []
  const frequent = [...rowsOf]
    .map(([text, rows]) => ({ text, rows }))
    .sort((a, b) => b.rows - a.rows)
    .slice(0, FREQUENT)
  // `timeOf` reads times without a zone as UTC.
  const zone = texts.some((text) => text.endsWith('Z')) ? display.zone : 'utc'
  const bins = order
    ? binsOf(texts.map(order).filter(Number.isFinite), form, { ...display, zone })
    : []
  return {
    distinct: rowsOf.size,
    nulls: values.length - texts.length,
    smallest,
    largest,
    bins,
    frequent: bins.length > 0 || rowsOf.size === texts.length || kind === 'binary' ? [] : frequent,
  }
}

function orderOf(kind: ColumnKind): ((text: string) => number) | undefined {
  if (kind === 'number') return numberOf
  if (kind === 'timestamp' || kind === 'date') return timeOf
  return undefined
}

/** The texts with the smallest and the largest number. */
function ends(texts: readonly string[], order: (text: string) => number): readonly string[] {
  const placed = texts.map((text) => ({ text, place: order(text) }))
  const ordered = placed
    .filter(({ place }) => !Number.isNaN(place))
    .sort((a, b) => a.place - b.place || exactOrder(a.text, b.text))
  return [ordered[0], ordered.at(-1)].flatMap((one) => (one ? [one.text] : []))
}

/** The order of numbers that have more digits than a double. */
function exactOrder(a: string, b: string): number {
  const [left, right] = [decimalOf(a), decimalOf(b)]
  return left === undefined || right === undefined ? 0 : compareDecimals(left, right)
}

/** Number of significant digits with which the ends of the bins differ. */
function digitsFor(low: number, high: number, size: number): number {
  const largest = Math.max(Math.abs(low), Math.abs(high))
  return Math.min(15, Math.max(4, Math.ceil(Math.log10(largest / size)) + 2))
}

const DAY = 86_400_000

function binsOf(
  numbers: readonly number[],
  form: ColumnForm,
  { zone, numbers: numberForm }: Display,
): Summary['bins'] {
  const [low, high] = spanOf(numbers)
  const size = (high - low) / BINS
  if (!(size > 0) || !Number.isFinite(size)) return []
  const rows = Array.from({ length: BINS }, () => 0)
  for (const number of numbers) {
    const bin = Math.min(BINS - 1, Math.floor((number - low) / size))
    rows[bin] = (rows[bin] ?? 0) + 1
  }
  const digits = digitsFor(low, high, size)
  const format = new Intl.NumberFormat(locale, {
    maximumSignificantDigits: digits,
    useGrouping: form.isGrouped,
    notation: Math.max(Math.abs(low), Math.abs(high)) < 1e15 ? 'standard' : 'scientific',
  })
  const numberText = (number: number): string =>
    numberForm === 'plain' ? String(Number(number.toPrecision(digits))) : format.format(number)
  const timeText = (number: number): string => {
    // JavaScript writes years after 9999 with a sign.
    const text = new Date(number).toISOString().replace(/^\+0?/, '')
    const minute = shownTime(text, zone)?.minute ?? text
    return size < DAY ? minute : minute.replace(/[ T].*/, '')
  }
  const textOf = form.kind === 'number' ? numberText : timeText
  return rows.map((amount, bin) => ({
    from: textOf(low + bin * size),
    to: textOf(low + (bin + 1) * size),
    rows: amount,
  }))
}
