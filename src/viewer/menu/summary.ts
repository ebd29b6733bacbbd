import type { JsonValue } from '../../client'
import type { ColumnKind } from '../values/column-kind'
import { fullText } from '../values/value-text'

export interface Summary {
  readonly distinct: number
  readonly nulls: number
  /** Undefined for columns that are neither numbers nor times. */
  readonly smallest: string | undefined
  readonly largest: string | undefined
  /** The histogram of numbers or times; empty for other columns. */
  readonly bins: readonly { readonly from: string; readonly to: string; readonly rows: number }[]
  /** The most frequent values, if some repeat. */
  readonly frequent: readonly { readonly text: string; readonly rows: number }[]
}

const BINS = 16
const FREQUENT = 5

export function summaryOf(values: readonly (JsonValue | undefined)[], kind: ColumnKind): Summary {
  const texts = values.filter((value) => value !== null && value !== undefined).map(fullText)
  const rowsOf = new Map<string, number>()
  for (const text of texts) rowsOf.set(text, (rowsOf.get(text) ?? 0) + 1)
  const order = orderOf(kind)
  const [smallest, largest] = order ? ends([...rowsOf.keys()], order) : []
  const frequent = [...rowsOf]
    .map(([text, rows]) => ({ text, rows }))
    .sort((a, b) => b.rows - a.rows)
    .slice(0, FREQUENT)
  const bins = order ? binsOf(texts.map(order).filter(Number.isFinite), kind) : []
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
  if (kind === 'number') return Number
  if (kind === 'timestamp' || kind === 'date') return (text) => Date.parse(text)
  return undefined
}

/** The texts with the smallest and the largest number. */
function ends(texts: readonly string[], order: (text: string) => number): readonly string[] {
  const placed = texts.map((text) => ({ text, place: order(text) }))
  const ordered = placed
    .filter(({ place }) => !Number.isNaN(place))
    .sort((a, b) => a.place - b.place)
  return [ordered[0], ordered.at(-1)].flatMap((one) => (one ? [one.text] : []))
}

function binsOf(numbers: readonly number[], kind: ColumnKind): Summary['bins'] {
  const [low, high] = [Math.min(...numbers), Math.max(...numbers)]
  const size = (high - low) / BINS
  if (!(size > 0) || !Number.isFinite(size)) return []
  const rows = Array.from({ length: BINS }, () => 0)
  for (const number of numbers) {
    const bin = Math.min(BINS - 1, Math.floor((number - low) / size))
    rows[bin] = (rows[bin] ?? 0) + 1
  }
  const textOf = (number: number): string =>
    kind === 'number'
      ? String(Number(number.toPrecision(4)))
      : new Date(number).toISOString().slice(0, 10)
  return rows.map((amount, bin) => ({
    from: textOf(low + bin * size),
    to: textOf(low + (bin + 1) * size),
    rows: amount,
  }))
}
