/** Round values on an axis, and their labels. */
import { scaleLinear, scaleTime, scaleUtc } from 'd3-scale'
import { locale } from '../texts/locale'
import type { AxisForm } from './places'

export interface Axis {
  /** The pixel of a value. */
  readonly at: (place: number) => number
  readonly ticks: readonly { readonly place: number; readonly label: string }[]
}

export type Span = readonly [low: number, high: number]

/** @param count approximate number of ticks */
export function axisOf(form: AxisForm, [low, high]: Span, pixels: Span, count: number): Axis {
  const scale = scaleOf(form, low === high ? [low - 1, high + 1] : [low, high]).range(pixels)
  const places = scale.ticks(count).map(Number)
  const label = labelsOf(form, places)
  return {
    at: (place) => scale(place),
    ticks: places.map((place) => ({ place, label: label(place) })),
  }
}

/** Edges of about `count` equal ranges with round limits, which together contain the whole span. */
export function rangesOf(
  form: AxisForm,
  [low, high]: Span,
  isWhole: boolean,
  count: number,
): number[] {
  // A range does not contain its upper limit, so that the last one ends after the largest value.
  const end = isWhole ? high + 1 : high
  const wanted = isWhole ? Math.min(count, end - low) : count
  const scale = scaleOf(form, low === end ? [low, low + 1] : [low, end])
  const ofCount = (amount: number): number[] => scale.copy().nice(amount).ticks(amount).map(Number)
  const found = ofCount(wanted)
  // d3 counts two days from the first of each month, so some of these ranges would be one day long.
  const isOfTwoDays =
    isTimeForm(form) && found.some((place, index) => isTwoDays(place, found[index + 1]))
  const edges = isOfTwoDays ? ofCount((end - low) / (7 * DAY)) : found
  const [last = high, before = low] = [edges.at(-1), edges.at(-2)]
  return high >= last ? [...edges, last + (last - before)] : edges
}

const DAY = 86_400_000

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
    const largest = Math.max(...places.map(Math.abs))
    const format = new Intl.NumberFormat(locale, {
      useGrouping: form === 'number',
      maximumFractionDigits: 10,
      ...(form === 'number' && largest >= 100_000 && { notation: 'compact' }),
    })
    return (place) => format.format(place)
  }
  const timeZone = form === 'utc-time' ? 'UTC' : undefined
  const format = new Intl.DateTimeFormat(locale, { timeZone, ...partsOf(form, places) })
  return (place) => format.format(place)
}

function partsOf(form: AxisForm, places: readonly number[]): Intl.DateTimeFormatOptions {
  const texts = places.map((place) => calendarText(form, place))
  if (texts.every((text) => text.endsWith('-01-01T00:00:00'))) return { year: 'numeric' }
  if (texts.every((text) => text.endsWith('-01T00:00:00'))) {
    return { year: 'numeric', month: 'short' }
  }
  if (texts.every((text) => text.endsWith('T00:00:00'))) return { month: 'short', day: 'numeric' }
  const time = { hour: '2-digit', minute: '2-digit' } as const
  const isOneDay = new Set(texts.map((text) => text.slice(0, 10))).size === 1
  const isOnMinutes = texts.every((text) => text.endsWith(':00'))
  return {
    ...(!isOneDay && { month: 'short', day: 'numeric' }),
    ...time,
    ...(!isOnMinutes && { second: '2-digit' }),
  }
}

/** A time in the calendar of the axis, e.g. `2024-02-29T13:05:06`. */
export function calendarText(form: AxisForm, place: number): string {
  const shift = form === 'local-time' ? new Date(place).getTimezoneOffset() * 60_000 : 0
  return new Date(place - shift).toISOString().slice(0, 19)
}
