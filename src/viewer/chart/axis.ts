/** Round values on an axis, and their labels. */
import { scaleLinear, scaleTime, scaleUtc } from 'd3-scale'
import { locale } from '../texts/locale'
import type { Span } from '../values/span'
import type { AxisForm } from './places'

export interface Axis {
  /** The pixel of a value. */
  readonly at: (place: number) => number
  readonly ticks: readonly { readonly place: number; readonly label: string }[]
}

/** @param count approximate number of ticks */
export function axisOf(form: AxisForm, [low, high]: Span, pixels: Span, count: number): Axis {
  const scale = scaleOf(form, low === high ? [low - 1, high + 1] : [low, high]).range(pixels)
  const isOfCount = form === 'count'
  const places = scale
    .ticks(count)
    .map(Number)
    .filter((place) => !isOfCount || Number.isInteger(place))
  const label = labelsOf(form, places)
  return {
    at: (place) => scale(place),
    ticks: places.map((place) => ({ place, label: label(place) })),
  }
}

/**
 * Edges of about `count` equal ranges with round limits, which together contain the whole span.
 * @param unit the smallest length of a range: 0, or a length that divides all values
 */
export function rangesOf(form: AxisForm, span: Span, unit: number, count: number): number[] {
  const [low, high] = unit === 0 ? span : wholeUnits(span, unit)
  const wanted = unit === 0 ? count : Math.min(count, (high - low) / unit)
  const scale = scaleOf(form, low === high ? [low, low + 1] : [low, high])
  // Computed twice: the extended span can lead to longer ranges, with other limits.
  const ofCount = (amount: number): number[] =>
    scale.copy().nice(amount).nice(amount).ticks(amount).map(Number)
  const found = ofCount(wanted)
  // d3 counts two days from the first of each month, so some of these ranges would be one day long.
  const isOfTwoDays =
    isTimeForm(form) && found.some((place, index) => isTwoDays(place, found[index + 1]))
  const edges = isOfTwoDays ? ofCount((high - low) / (7 * DAY)) : found
  const [last = high, before = low] = [edges.at(-1), edges.at(-2)]
  return span[1] >= last ? [...edges, last + (last - before)] : edges
}

/** A range does not contain its upper limit, so that the last one ends after the largest value. */
function wholeUnits([low, high]: Span, unit: number): Span {
  return [Math.floor(low / unit) * unit, (Math.floor(high / unit) + 1) * unit]
}

export const DAY = 86_400_000

function isTwoDays(from: number, to = from): boolean {
  return Math.round((to - from) / DAY) === 2
}

export function isTimeForm(form: AxisForm): boolean {
  return form === 'local-time' || form === 'utc-time'
}

function scaleOf(form: AxisForm, domain: Span) {
  if (form === 'local-time') return scaleTime(domain, [0, 1])
  if (form === 'utc-time') return scaleUtc(domain, [0, 1])
  return scaleLinear(domain, [0, 1])
}

/** Labels of values, as short as possible: years, days or hours if that tells them apart. */
function labelsOf(form: AxisForm, places: readonly number[]): (place: number) => string {
  if (!isTimeForm(form)) {
    const notation = notationOf(form, Math.max(...places.map(Math.abs)))
    const useGrouping = form !== 'plain-number'
    const options = { useGrouping, maximumFractionDigits: 10 }
    const format = new Intl.NumberFormat(locale, { ...options, notation })
    // Not as 0E0.
    return (place) => (place === 0 ? '0' : format.format(place))
  }
  const timeZone = form === 'utc-time' ? 'UTC' : undefined
  const format = new Intl.DateTimeFormat(locale, { timeZone, ...partsOf(form, places) })
  return (place) => format.format(place)
}

/** Without an exponent, the label of a huge number has hundreds of digits, and that of a tiny one is 0. */
function notationOf(form: AxisForm, largest: number): Intl.NumberFormatOptions['notation'] {
  if (largest >= 1e15 || (largest > 0 && largest < 1e-6)) return 'scientific'
  return form !== 'plain-number' && largest >= 100_000 ? 'compact' : 'standard'
}

function partsOf(form: AxisForm, places: readonly number[]): Intl.DateTimeFormatOptions {
  const texts = places.map((place) => calendarText(form, place))
  if (texts.every((text) => text.endsWith('-01-01T00:00:00'))) return { year: 'numeric' }
  if (texts.every((text) => text.endsWith('-01T00:00:00'))) {
    return { year: 'numeric', month: 'short' }
  }
  if (texts.every((text) => text.endsWith('T00:00:00'))) return { month: 'short', day: 'numeric' }
  const time = { hour: '2-digit', minute: '2-digit' } as const
  const isOneDay = new Set(texts.map((text) => text.split('T')[0])).size === 1
  const isOnMinutes = texts.every((text) => text.endsWith(':00'))
  return {
    ...(!isOneDay && { month: 'short', day: 'numeric' }),
    ...time,
    ...(!isOnMinutes && { second: '2-digit' }),
  }
}

/** A time in the calendar of the axis, e.g. `2024-02-29T13:05:06`, or `+010000-01-01T00:00:00` after the year 9999. */
export function calendarText(form: AxisForm, place: number): string {
  const shift = form === 'local-time' ? new Date(place).getTimezoneOffset() * 60_000 : 0
  return new Date(place - shift).toISOString().slice(0, -'.000Z'.length)
}
