/** Splits a text into plain parts, matches of the search, and invisible characters. */

export interface Segment {
  readonly is: 'plain' | 'match' | 'invisible'
  readonly text: string
}

/**
 * Control and format characters, line ends, unusual blanks, and blanks at the start or end. A zero-width joiner
 * between emojis and the tags of a flag do not count: they are part of the emoji.
 */
const INVISIBLE =
  // oxlint-disable-next-line no-control-regex
  /^ | $|(?<!\p{Emoji}\ufe0f?)\u200d|\u200d(?!\p{Emoji})|\u034f|(?<!\u{1f3f4}[\u{e0020}-\u{e007f}]{0,7})[\u{e0001}\u{e0020}-\u{e007f}]|\r\n|[\0-\x1f\x7f-\xa0\xad\u061c\u115f\u1160\u17b4\u17b5\u180e\u2000-\u200c\u200e\u200f\u2028-\u202f\u205f-\u206f\u2800\u3000\u3164\ufeff\uffa0\ufff9-\ufffb]/gu

/** Signs and short names of invisible characters. */
const SIGNS: Readonly<Record<string, string>> = {
  '\r\n': '↵',
  '\n': '↵',
  '\r': '␍',
  '\t': '⇥',
  '\0': 'NUL',
  '\xa0': 'NBSP',
  '\xad': 'SHY',
  '\u200b': 'ZWSP',
  '\u200c': 'ZWNJ',
  '\u200d': 'ZWJ',
  '\u200e': 'LRM',
  '\u200f': 'RLM',
  '\u202f': 'NNBSP',
  '\ufeff': 'BOM',
}

/** Whether every character is visible: a fast test that is true for most texts. */
export function isPlain(text: string): boolean {
  return /^[!-~][ -~]*$/.test(text) && !text.endsWith(' ')
}

/** @param search from `searchPattern` */
export function segments(text: string, search?: RegExp): Segment[] {
  return split(text, 'plain', INVISIBLE, 'invisible').flatMap((segment) =>
    segment.is === 'plain' && search ? split(segment.text, 'plain', search, 'match') : [segment],
  )
}

/**
 * The segments of a text of several lines: a line end is part of a plain one, and breaks the line. After `limit`
 * matches and invisible characters, the rest of the text is plain.
 */
export function segmentsOfLines(
  text: string,
  search: RegExp | undefined,
  limit: number,
): Segment[] {
  const found: Segment[] = []
  let plain = ''
  let marks = 0
  const add = (segment: Segment): void => {
    if (segment.is === 'plain' || marks === limit) {
      plain += segment.text
      return
    }
    marks++
    if (plain !== '') found.push({ is: 'plain', text: plain })
    plain = ''
    found.push(segment)
  }
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (index > 0) plain += '\n'
    if (marks === limit) plain += line
    else segments(line, search).forEach(add)
  }
  if (plain !== '') found.push({ is: 'plain', text: plain })
  return found
}

/** Matches what the server finds: the literal text, ignoring case. Undefined for an empty filter. */
export function searchPattern(filter: string): RegExp | undefined {
  if (filter === '') return undefined
  return new RegExp(filter.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&'), 'giu')
}

/** The text to show for an invisible character: a sign, its short name, or its number. */
export function signOf(text: string): string {
  if (text === ' ') return '·'
  return SIGNS[text] ?? codeOf(text)
}

/** The number of a character, e.g. `U+200B`. */
export function codeOf(text: string): string {
  const code = text.codePointAt(0) ?? 0
  return `U+${code.toString(16).toUpperCase().padStart(4, '0')}`
}

function split(text: string, rest: Segment['is'], pattern: RegExp, is: Segment['is']): Segment[] {
  const found: Segment[] = []
  let end = 0
  for (const match of text.matchAll(pattern)) {
    if (match.index > end) found.push({ is: rest, text: text.slice(end, match.index) })
    found.push({ is, text: match[0] })
    end = match.index + match[0].length
  }
  if (end < text.length) found.push({ is: rest, text: text.slice(end) })
  return found
}
