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

/** @throws SyntaxError */
export function parseExactly(text: string): unknown {
  return json.parse(text, (_, value, context) => {
    const source = context?.source
    if (typeof value !== 'number' || source === undefined || !json.rawJSON) return value
    const [digits = ''] = /^-?[\d.]+/.exec(source) ?? []
    const isExact =
      digits.replace(/^-?[0.]*|\./g, '').length <= EXACT_DIGITS && Number.isFinite(value)
    return isExact ? value : json.rawJSON(source)
  })
}
