/**
 * The lists of the API: `name,"a, b",c` and `name:asc,"we:ird":desc`. An item that begins with a
 * double quote is taken literally up to the closing one, with `""` for a quote.
 */
import type { SortTerm } from '../core/table-query'

/** One item of a list is not as it must be. */
export class MalformedItem extends Error {
  constructor(
    readonly item: string,
    readonly constraint: string,
  ) {
    super(`"${item}" must be ${constraint}`)
  }
}

interface ListItem {
  /** As received, without the blanks around it. */
  readonly text: string
  /** What stands between the quotes, unescaped, if the item begins with one. */
  readonly quoted?: string
  /** What follows the closing quote; the whole item when there are no quotes. */
  readonly rest: string
}

/** @throws MalformedItem */
export function parseNameList(text: string): string[] {
  return splitList(text).map(({ text: item, quoted, rest }) => {
    if (quoted === undefined) return rest
    if (rest === '') return quoted
    throw new MalformedItem(item, 'a name, wrapped whole in double quotes or not at all')
  })
}

/** @throws MalformedItem */
export function parseSortList(text: string): SortTerm[] {
  return splitList(text).map(({ text: item, quoted, rest }) => {
    const colon = quoted === undefined ? rest.lastIndexOf(':') : rest.indexOf(':')
    const direction = rest.slice(colon + 1)
    const column = quoted ?? rest.slice(0, colon)
    const isWellFormed = quoted === undefined ? colon > 0 : colon === 0
    if (isWellFormed && (direction === 'asc' || direction === 'desc')) return { column, direction }
    throw new MalformedItem(item, 'of the form column:asc or column:desc')
  })
}

/** By scanning: a regular expression that tries again what it has seen takes time to the square. */
function splitList(text: string): ListItem[] {
  const items: ListItem[] = []
  let start = 0
  for (;;) {
    const quote = afterBlanks(text, start)
    const quoted = text[quote] === '"' ? readQuoted(text, quote) : undefined
    if (text[quote] === '"' && !quoted) {
      throw new MalformedItem(text.slice(start), 'closed by a double quote')
    }
    const restStart = quoted?.end ?? quote
    const comma = text.indexOf(',', restStart)
    const end = comma < 0 ? text.length : comma
    const received = trimEnd(text.slice(quote, end))
    if (received === '') throw new MalformedItem(received, 'a name, not empty')
    const rest = trimEnd(text.slice(restStart, end))
    items.push({ text: received, rest, ...(quoted && { quoted: quoted.text }) })
    if (comma < 0) return items
    start = comma + 1
  }
}

/**
 * What stands between the quote at `start` and the one that closes it, unescaped.
 * @returns `end` is the position after the closing quote; `undefined` when there is none
 */
function readQuoted(text: string, start: number): { text: string; end: number } | undefined {
  for (let close = text.indexOf('"', start + 1); close >= 0; close = text.indexOf('"', close + 2)) {
    if (text[close + 1] === '"') continue
    return { text: text.slice(start + 1, close).replaceAll('""', '"'), end: close + 1 }
  }
  return undefined
}

function afterBlanks(text: string, start: number): number {
  let position = start
  while (isBlank(text[position])) position++
  return position
}

function trimEnd(text: string): string {
  let end = text.length
  while (isBlank(text[end - 1])) end--
  return text.slice(0, end)
}

function isBlank(character: string | undefined): boolean {
  return character === ' ' || character === '\t'
}
