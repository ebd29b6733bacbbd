/** Parses query strings strictly: malformed input is an error, and nothing is dropped. */
import { invalidQuery } from '../../core/errors'

/** The values of each parameter, in order. */
export type QueryString = ReadonlyMap<string, readonly string[]>

/** @throws ApiError INVALID_QUERY for text that is not percent-encoded UTF-8 */
export function parseQueryString(text: string): QueryString {
  const values = new Map<string, string[]>()
  for (const pair of text.split('&')) {
    if (pair === '') continue
    const [rawName = '', ...rest] = pair.split('=')
    const name = decode(rawName, rawName)
    const value = decode(rest.join('='), name)
    const earlier = values.get(name)
    if (earlier) earlier.push(value)
    else values.set(name, [value])
  }
  return values
}

function decode(raw: string, parameter: string): string {
  return decodePercent(raw.replaceAll('+', ' '), parameter, raw)
}

/**
 * @param received the text as the client has sent it
 * @throws ApiError INVALID_QUERY for `parameter`
 */
export function decodePercent(raw: string, parameter: string, received = raw): string {
  try {
    return decodeURIComponent(raw)
  } catch {
    throw invalidQuery(parameter, received, 'percent-encoded UTF-8')
  }
}

/** Replaces one parameter of a query string; the others keep their spelling. */
export function withParameter(text: string, name: string): (value: string) => string {
  const others = text
    .split('&')
    .filter((pair) => pair !== '' && decode(pair.split('=')[0] ?? '', name) !== name)
    // Node.js accepts these three in a URL, but they would end the URL in a Link header.
    .map((pair) => `${pair.replace(/["<>]/g, encodeURIComponent)}&`)
    .join('')
  return (value) => `${others}${name}=${value}`
}
