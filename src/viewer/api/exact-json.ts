/** Parses JSON without losing digits of numbers. */

/** https://tc39.es/proposal-json-parse-with-source/: without it, numbers are JavaScript's own. */
interface JsonWithSource {
  parse(
    text: string,
    reviver: (key: string, value: unknown, context?: { readonly source?: string }) => unknown,
  ): unknown
  rawJSON?(text: string): unknown
}

const json: JsonWithSource = JSON

/** Significant digits that a double always preserves. */
const EXACT_DIGITS = 15

/** Numbers of more than 15 digits, or with an exponent that may be too large; also such texts in strings. */
const LONG_NUMBERS = /[:,[]\s*-?\d(?:[\d.]{15,}(?:[eE][+-]?\d+)?|[\d.]*[eE][+-]?\d{3,})/g

/** @throws SyntaxError */
export function parseExactly(text: string): unknown {
  // Calling a function for each value takes many times as long, and few responses need it.
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
  // The shortest text of a double, which has up to 17 digits.
  if (String(value) === source) return true
  const [digits = ''] = /^-?[\d.]+/.exec(source) ?? []
  return digits.replace(/^-?[0.]*|\./g, '').length <= EXACT_DIGITS && Number.isFinite(value)
}
