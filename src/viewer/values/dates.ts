/** Formats timestamps for display. */

export type Zone = 'local' | 'utc'

interface ShownTime {
  /** The text without seconds. */
  readonly minute: string
  /** The text with seconds. */
  readonly second: string
}

const TIMESTAMP = /^(\d{4,6}-\d\d-\d\d)[T ](\d\d:\d\d)(:\d\d)?(?:\.\d+)?(Z?)$/

/**
 * @param text a timestamp of a response, e.g. `2024-02-29T13:05:06.12`, with `Z` if it has a time zone
 * @param zone the zone to show timestamps with time zone in
 * @returns undefined for other texts, e.g. `infinity`
 */
export function shownTime(text: string, zone: Zone): ShownTime | undefined {
  const parts = TIMESTAMP.exec(text)
  if (!parts) return undefined
  const [, day = '', clock = '', seconds = ':00', instant] = parts
  const at = new Date(timeOf(text))
  const isLocal = instant === 'Z' && zone === 'local'
  if (!isLocal || Number.isNaN(at.getTime())) {
    // A date of JavaScript ends in the year 275760, before the years of Postgres.
    const mark = isLocal ? 'Z' : ''
    return { minute: `${day} ${clock}${mark}`, second: `${day} ${clock}${seconds}${mark}` }
  }
  const digits = (part: number, length: number): string => String(part).padStart(length, '0')
  const two = (part: number): string => digits(part, 2)
  const localDay = `${digits(at.getFullYear(), 4)}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
  const minute = `${localDay} ${two(at.getHours())}:${two(at.getMinutes())}`
  return { minute, second: `${minute}:${two(at.getSeconds())}` }
}

const DATE = /^\d{4,6}-\d\d-\d\d$/

/**
 * Milliseconds since 1970. Reads times without a zone as UTC, in which no hour is missing or repeated.
 * @returns NaN for other texts, of which `Date.parse` reads many: `room 5` as a day in May 2001
 */
export function timeOf(text: string): number {
  if (!TIMESTAMP.test(text) && !DATE.test(text)) return NaN
  const isWithoutZone = /\d:\d\d(?::[\d.]+)?$/.test(text)
  // JavaScript reads other years than those of four digits only with a sign and six digits.
  const whole = text.replace(/^\d{5,6}(?=-)/, (year) => `+${year.padStart(6, '0')}`)
  return Date.parse(isWithoutZone ? `${whole.replace(' ', 'T')}Z` : whole)
}
