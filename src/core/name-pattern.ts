/** Patterns for names in the rules of permissions. */

/** Matches any characters of a name. */
export const ANY = '*'

/**
 * `*` matches zero or more characters; any other character matches itself. A part between two stars
 * is searched once, from the left, in a lookahead. Lookaheads do not backtrack, so many stars do
 * not multiply the time.
 */
export function namePattern(text: string): RegExp {
  const [first = '', ...others] = text
    .split(ANY)
    .map((part) => part.replace(/[\\^$.|?+()[\]{}]/g, '\\$&'))
  const last = others.pop()
  if (last === undefined) return new RegExp(`^${first}$`, 's')
  const between = others
    .filter((part) => part !== '')
    .map((part, index) => `(?=(.*?${part}))\\${index + 1}`)
  return new RegExp(`^${first}${between.join('')}.*${last}$`, 's')
}

/**
 * Whether a name matches. With the flags `g` and `y`, the method `test` of a pattern begins where the last match
 * ended, so that a second call for the same name would fail.
 */
export function matchesName(pattern: RegExp, name: string): boolean {
  return name.search(pattern) !== -1
}

const ALL = namePattern(ANY)

/** Whether the pattern matches every name. */
export function matchesAll(pattern: RegExp): boolean {
  return pattern.source === ALL.source
}
