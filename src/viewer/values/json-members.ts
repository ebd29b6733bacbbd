/** Splits the text of a JSON value, because a parsed object loses repeated names and the order of numeric ones. */

interface JsonMember {
  /** The position of an item of a list. */
  readonly name: string
  /** The exact text of the value. */
  readonly text: string
}

const QUOTE = 0x22
const COMMA = 0x2c
const BACKSLASH = 0x5c
const OPENING_BRACKET = 0x5b
const CLOSING_BRACKET = 0x5d
const OPENING_BRACE = 0x7b
const CLOSING_BRACE = 0x7d
/** The largest number of a blank. */
const BLANK = 0x20

export function isListOrObject(json: string): boolean {
  return /^\s*[[{]/.test(json)
}

/**
 * The members of an object, or the items of a list, in the order of the text.
 * @param json the text of a list or object, which is valid JSON
 */
export function jsonMembers(json: string): JsonMember[] {
  const found: JsonMember[] = []
  const start = afterBlanks(json, 0)
  const isList = json.charCodeAt(start) === OPENING_BRACKET
  for (let at = afterBlanks(json, start + 1); !isEnd(json, at);) {
    let name = String(found.length)
    if (!isList) {
      const nameEnd = stringEnd(json, at)
      name = stringOf(json.slice(at, nameEnd))
      at = afterBlanks(json, json.indexOf(':', nameEnd) + 1)
    }
    const end = valueEnd(json, at)
    found.push({ name, text: json.slice(at, end) })
    at = afterBlanks(json, end)
    if (json.charCodeAt(at) === COMMA) at = afterBlanks(json, at + 1)
  }
  return found
}

/** The JSON with line ends and indentation, as `JSON.stringify` writes it with an indentation of two. */
export function indented(json: string): string {
  let depth = 0
  const line = (by: number): string => {
    depth += by
    return `\n${'  '.repeat(depth)}`
  }
  const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|[[{]\s*[\]}]|[[\]{},:]|\s+/g
  return json.replaceAll(tokens, (token) => {
    if (token === '[' || token === '{') return token + line(1)
    if (token === ']' || token === '}') return line(-1) + token
    if (token === ',') return token + line(0)
    if (token === ':') return ': '
    return token.startsWith('"') ? token : token.replaceAll(/\s/g, '')
  })
}

/** The text that a JSON string has. */
export function stringOf(json: string): string {
  return json.includes('\\') ? String(JSON.parse(json)) : json.slice(1, -1)
}

function isEnd(json: string, at: number): boolean {
  const code = json.charCodeAt(at)
  return at >= json.length || code === CLOSING_BRACKET || code === CLOSING_BRACE
}

function afterBlanks(json: string, start: number): number {
  let at = start
  while (json.charCodeAt(at) <= BLANK) at++
  return at
}

/** Strings are skipped by their quotes: texts can be long. */
function stringEnd(json: string, start: number): number {
  for (let at = json.indexOf('"', start + 1); at >= 0; at = json.indexOf('"', at + 1)) {
    let escapes = at
    while (json.charCodeAt(escapes - 1) === BACKSLASH) escapes--
    if ((at - escapes) % 2 === 0) return at + 1
  }
  return json.length
}

function valueEnd(json: string, start: number): number {
  let depth = 0
  for (let at = start; at < json.length; at++) {
    const code = json.charCodeAt(at)
    if (code === QUOTE) {
      at = stringEnd(json, at) - 1
      if (depth === 0) return at + 1
    } else if (code === OPENING_BRACKET || code === OPENING_BRACE) {
      depth++
    } else if (code === CLOSING_BRACKET || code === CLOSING_BRACE) {
      if (depth === 0) return at
      if (--depth === 0) return at + 1
    } else if (depth === 0 && (code === COMMA || code <= BLANK)) {
      return at
    }
  }
  return json.length
}
