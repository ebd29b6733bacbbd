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

function splitList(text: string): ListItem[] {
  const items: ListItem[] = []
  // The item's blanks, then either a quoted part and what follows it, or anything up to a comma.
  const item = /[ \t]*(?:"((?:[^"]|"")*)"(?!")([^,]*)|([^,]*))(,|$)/y
  for (;;) {
    const start = item.lastIndex
    const match = item.exec(text)
    if (!match) throw new MalformedItem(text.slice(start), 'closed by a double quote')
    const [whole, quoted, afterQuote, plain = '', end] = match
    const received = trimBlanks(end === ',' ? whole.slice(0, -1) : whole)
    const rest = afterQuote === undefined ? trimBlanks(plain) : trimEnd(afterQuote)
    if (received === '') throw new MalformedItem(received, 'a name, not empty')
    if (quoted === undefined && rest.startsWith('"')) {
      throw new MalformedItem(text.slice(start), 'closed by a double quote')
    }
    items.push({ text: received, rest, ...(quoted !== undefined && { quoted: unescape(quoted) }) })
    if (end === '') return items
  }
}

function unescape(quoted: string): string {
  return quoted.replaceAll('""', '"')
}

function trimBlanks(text: string): string {
  return trimEnd(text.replace(/^[ \t]+/, ''))
}

function trimEnd(text: string): string {
  return text.replace(/[ \t]+$/, '')
}
