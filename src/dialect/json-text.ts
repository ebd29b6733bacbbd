/**
 * The contract's JSON forms, one function per kind of value, from the text that a database prints.
 * They write JSON text, not JavaScript values: a number of 20 digits has no other exact form.
 */

export const jsonString: (text: string) => string = JSON.stringify

/** A number while every JavaScript client reads it exactly, else a string of the same digits. */
export function jsonInteger(digits: string): string {
  return Number.isSafeInteger(Number(digits)) ? digits : `"${digits}"`
}

/** Shortest form that reads back as the same number; NaN and infinities, which JSON lacks, as strings. */
export function jsonFloat(value: number): string {
  if (!Number.isFinite(value)) return `"${value}"`
  return Object.is(value, -0) ? '-0' : String(value)
}

/** 0 and 1 are the booleans; any other number that the column happens to hold stays visible. */
export function jsonBoolean(digits: string): string {
  if (digits === '0') return 'false'
  if (digits === '1') return 'true'
  return jsonInteger(digits)
}

/**
 * `2024-02-29 13:05:06.120` becomes `"2024-02-29T13:05:06.12"`. Zeros at the end of a fraction are
 * dropped, because some engines pad to the column's precision and others never do.
 */
export function jsonTimestamp(text: string, zone: '' | 'Z' = ''): string {
  return `"${trimFraction(text).replace(' ', 'T')}${zone}"`
}

/** A time or a duration as printed, without zeros at the end of its fraction. */
export function jsonTime(text: string): string {
  return `"${trimFraction(text)}"`
}

function trimFraction(text: string): string {
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text
}

/**
 * JSON that the database stored, numbers to the digit; only blanks between its tokens are dropped. No
 * regular expression takes a whole string here: one of many megabytes would exhaust its stack.
 */
export function jsonVerbatim(json: string): string {
  if (!/\s/.test(json)) return json
  let compact = ''
  let position = 0
  while (position < json.length) {
    const quote = json.indexOf('"', position)
    const end = quote < 0 ? json.length : quote
    compact += json.slice(position, end).replace(/\s+/g, '')
    position = quote < 0 ? end : endOfString(json, quote)
    compact += json.slice(end, position)
  }
  return compact
}

/** Position after the string that begins at `start`. */
function endOfString(json: string, start: number): number {
  for (let end = json.indexOf('"', start + 1); end > 0; end = json.indexOf('"', end + 1)) {
    let backslashes = 0
    while (json[end - 1 - backslashes] === '\\') backslashes++
    if (backslashes % 2 === 0) return end + 1
  }
  return json.length
}

export function jsonBase64(bytes: Buffer): string {
  return `"${bytes.toString('base64')}"`
}
