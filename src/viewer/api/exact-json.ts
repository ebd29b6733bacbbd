/** Parses JSON without losing digits of numbers. */

/** https://tc39.es/proposal-json-parse-with-source/. In browsers without it, long numbers lose digits. */
interface JsonWithSource {
  parse(
    text: string,
    reviver: (key: string, value: unknown, context?: { readonly source?: string }) => unknown,
  ): unknown
  rawJSON?(text: string): unknown
}

const json: JsonWithSource = JSON

/** A double preserves every decimal number with up to this many significant digits. */
const EXACT_DIGITS = 15

/** Finds numbers of more than 15 digits, with a large exponent, or of -0; also finds such texts in strings. */
const LONG_NUMBERS =
  /[:,[]\s*(?:-?\d(?:[\d.]{15,}(?:[eE][+-]?\d+)?|[\d.]*[eE][+-]?\d{3,})|-0(?![\d.]))/g

/** @throws SyntaxError */
export function parseExactly(text: string): unknown {
  // A reviver makes parsing many times slower, and few responses need it.
  if (!json.rawJSON || !mayLoseDigits(text)) return JSON.parse(text)
  return json.parse(text, (_, value, context) => {
    const source = context?.source
    if (typeof value !== 'number' || source === undefined) return value
    return isExact(value, source) ? value : json.rawJSON?.(source)
  })
}

function mayLoseDigits(text: string): boolean {
  const found = text.match(LONG_NUMBERS) ?? []
  return found.some((match) => {
    const source = match.slice(1).trimStart()
    return !isExact(Number(source), source)
  })
}

function isExact(value: number, source: string): boolean {
  // The source is already the shortest text of the double, which has up to 17 digits.
  if (String(value) === source) return true
  const [digits = ''] = /^-?[\d.]+/.exec(source) ?? []
  // Too small for a double, or -0, which JSON.stringify writes as 0.
  if (value === 0) return !/[-1-9]/.test(digits)
  return digits.replace(/^-?[0.]*|\./g, '').length <= EXACT_DIGITS && Number.isFinite(value)
}
