/**
 * Parses lists of parameters and settings: `name,"a, b",c` and `name:asc,"we:ird":desc`. Text in double quotes
 * is literal, with `""` for a quote.
 */
import type { SortTerm } from '../core/table-query'

/** What an item of a list must be. */
interface ItemRule {
  /** Completes the sentence "the item must be …". */
  readonly constraint: string
  /** A sentence that says what is wrong in the named list. */
  readonly describe: (list: string) => string
}

const NOT_EMPTY: ItemRule = {
  constraint: 'a name, not empty',
  describe: (list) => `An item of ${list} is empty.`,
}

const CLOSED: ItemRule = {
  constraint: 'closed by a double quote',
  describe: (list) => `A name in ${list} has no closing double quote.`,
}

const WHOLE: ItemRule = {
  constraint: 'a name, wrapped whole in double quotes or not at all',
  describe: (list) => `A name in ${list} has text after its closing double quote.`,
}

const SORT_TERM: ItemRule = {
  constraint: 'of the form column:asc or column:desc',
  describe: (list) => `Each item of ${list} must be of the form column:asc or column:desc.`,
}

/** An item of a list is not well-formed. */
export class MalformedItem extends Error {
  constructor(
    readonly item: string,
    readonly rule: ItemRule,
  ) {
    super(rule.describe('the list'))
  }
}

interface ListItem {
  /** As received, without surrounding spaces and tabs. */
  readonly text: string
  /** The unescaped text between the quotes, if the item is quoted. */
  readonly quoted?: string
  /** The text after the closing quote; the whole item if it is not quoted. */
  readonly rest: string
}

/** @throws MalformedItem */
export function parseNameList(text: string): string[] {
  return splitList(text).map(({ text: item, quoted, rest }) => {
    if (quoted === undefined) return rest
    if (rest === '') return quoted
    throw new MalformedItem(item, WHOLE)
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
    throw new MalformedItem(item, SORT_TERM)
  })
}

/** Scans the text in linear time; a regular expression that backtracks would take quadratic time. */
function splitList(text: string): ListItem[] {
  const items: ListItem[] = []
  let start = 0
  for (;;) {
    const itemStart = afterBlanks(text, start)
    const quoted = text[itemStart] === '"' ? readQuoted(text, itemStart) : undefined
    if (text[itemStart] === '"' && !quoted) throw new MalformedItem(text.slice(start), CLOSED)
    const restStart = quoted?.end ?? itemStart
    const comma = text.indexOf(',', restStart)
    const end = comma < 0 ? text.length : comma
    const received = trimEnd(text.slice(itemStart, end))
    if (received === '') throw new MalformedItem(received, NOT_EMPTY)
    const rest = trimEnd(text.slice(restStart, end))
    items.push({ text: received, rest, ...(quoted && { quoted: quoted.text }) })
    if (comma < 0) return items
    start = comma + 1
  }
}

/**
 * Reads a quoted text that begins at `start`, and unescapes it.
 * @returns the text and the position after the closing quote; `undefined` if there is none
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
