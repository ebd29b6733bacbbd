/** The query string as it came, decoded strictly: nothing is guessed, replaced or dropped. */
import { invalidQuery } from '../core/errors'

/** The values of each name, in the order in which they came. */
export type QueryString = ReadonlyMap<string, readonly string[]>

/** @throws ApiError INVALID_QUERY for what is not percent-encoded UTF-8 */
export function parseQueryString(text: string): QueryString {
  const values = new Map<string, string[]>()
  for (const pair of text.split('&')) {
    if (pair === '') continue
    const [rawName = '', ...rest] = pair.split('=')
    const name = decode(rawName, rawName)
    const value = decode(rest.join('='), name)
    const known = values.get(name)
    if (known) known.push(value)
    else values.set(name, [value])
  }
  return values
}

function decode(raw: string, parameter: string): string {
  return decodePercent(raw.replaceAll('+', ' '), parameter)
}

/** @throws ApiError INVALID_QUERY that names `parameter` */
export function decodePercent(raw: string, parameter: string): string {
  try {
    return decodeURIComponent(raw)
  } catch {
    throw invalidQuery(parameter, raw, 'percent-encoded UTF-8')
  }
}

/** The same query string with one parameter set; the others keep the client's own spelling. */
export function withParameter(text: string, name: string): (value: string) => string {
  const kept = text
    .split('&')
    .filter((pair) => pair !== '' && decode(pair.split('=')[0] ?? '', name) !== name)
    // Node lets these three through, but they would end the address in a Link header.
    .map((pair) => `${pair.replace(/["<>]/g, encodeURIComponent)}&`)
    .join('')
  return (value) => `${kept}${name}=${value}`
}
