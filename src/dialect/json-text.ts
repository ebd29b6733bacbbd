/**
 * Converts the text that a database prints to the contract's JSON, one function per kind of value. The
 * result is JSON text, because JavaScript numbers cannot represent 20 digits exactly. A text that does
 * not have the expected form becomes a string: the column's type can change after its description.
 */

/** Only characters that `JSON.stringify` never escapes. */
const PLAIN = /^[ !#-[\]-\ud7ff\ue000-\uffff]*$/

/** Most texts need only quotes; `JSON.stringify` takes one and a half times as long for these. */
export function jsonString(text: string): string {
  return PLAIN.test(text) ? `"${text}"` : JSON.stringify(text)
}

/** A number if every JavaScript client reads it exactly, else a string of the same digits. */
export function jsonInteger(digits: string): string {
  return isInteger(digits) && isSafe(digits) ? digits : jsonString(digits)
}

/** The largest safe integer has 16 digits. */
function isSafe(integer: string): boolean {
  return integer.length < 16 || Number.isSafeInteger(Number(integer))
}

/** A loop, because a regular expression takes twice as long for the few digits of most numbers. */
function isInteger(text: string): boolean {
  const { length } = text
  const start = text.charCodeAt(0) === MINUS ? 1 : 0
  if (length === start || (text.charCodeAt(start) === ZERO && length > start + 1)) return false
  for (let index = start; index < length; index++) {
    const code = text.charCodeAt(index)
    if (code < ZERO || code > NINE) return false
  }
  return true
}

const MINUS = 45
const ZERO = 48
const NINE = 57

/** The shortest form that parses to the same number; a string for NaN and infinities, which JSON lacks. */
export function jsonFloat(value: number): string {
  if (!Number.isFinite(value)) return `"${value}"`
  return Object.is(value, -0) ? '-0' : String(value)
}

const FLOAT = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?$/i

/**
 * A number in its shortest form, if it has at most 15 digits: different numbers of so few digits are never
 * the same double. Smaller numbers than 0.000001 are shorter with an exponent.
 */
const SHORTEST = /^-?(?:0|[1-9]\d*|(?:0\.(?!0{6})|[1-9]\d*\.)\d*[1-9])$/
const MAX_SHORTEST_DIGITS = 15

/** The same for a number in text form. To parse and print a number takes six times as long as the pattern. */
export function jsonPrintedFloat(text: string): string {
  if (text.length <= MAX_SHORTEST_DIGITS && SHORTEST.test(text)) return text
  return FLOAT.test(text) ? jsonFloat(Number(text)) : jsonString(text)
}

/** 0 and 1 become booleans; any other stored number remains a number. */
export function jsonBoolean(digits: string): string {
  if (digits === '0') return 'false'
  if (digits === '1') return 'true'
  return jsonInteger(digits)
}

const TIMESTAMP = /^\d{4,6}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,6})?$/

/**
 * `2024-02-29 13:05:06.120` becomes `"2024-02-29T13:05:06.12"`. Trailing zeros of a fraction are
 * removed, because some engines pad to the column's precision and others do not.
 */
export function jsonTimestamp(text: string, zone: '' | 'Z' = ''): string {
  if (!TIMESTAMP.test(text)) return jsonString(text)
  return `"${trimFraction(text).replace(' ', 'T')}${zone}"`
}

const TIME = /^-?\d{1,6}:\d\d:\d\d(?:\.\d{1,6})?$/

/** A time or a duration as printed, without trailing zeros of its fraction. */
export function jsonTime(text: string): string {
  return TIME.test(text) ? `"${trimFraction(text)}"` : jsonString(text)
}

/** Removes trailing zeros from the fraction at the end of a text, if it has one. */
export function trimFraction(text: string): string {
  if (!text.includes('.')) return text
  let end = text.length
  while (text[end - 1] === '0') end--
  const isWhole = end < text.length && text[end - 1] === '.'
  return text.slice(0, isWhole ? end - 1 : end)
}

export function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Stored JSON with every digit of its numbers; only whitespace between tokens is removed. */
export function jsonVerbatim(json: string): string {
  if (!isJson(json)) return jsonString(json)
  return /\s/.test(json) ? withoutBlanks(json) : json
}

/**
 * Valid JSON without whitespace between its tokens. It moves bytes, because joining the texts between the blanks
 * takes four times as long.
 */
function withoutBlanks(json: string): string {
  const bytes = Buffer.from(json)
  let length = 0
  let isInString = false
  let isEscaped = false
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index] ?? 0
    if (!isInString && byte <= SPACE) continue
    bytes[length++] = byte
    if (isEscaped) isEscaped = false
    else if (byte === BACKSLASH) isEscaped = true
    else if (byte === QUOTE) isInString = !isInString
  }
  return bytes.toString('utf8', 0, length)
}

const SPACE = 32
const QUOTE = 34
const BACKSLASH = 92

export function jsonBase64(bytes: Buffer): string {
  return `"${bytes.toString('base64')}"`
}
