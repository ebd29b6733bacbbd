const SURROGATE = /[\ud800-\udfff]/

/**
 * Sorts names by their code points. JavaScript compares texts by UTF-16 units, which is the same unless a name has a
 * character above U+FFFF.
 */
export function inCodePointOrder(names: readonly string[]): string[] {
  if (!names.some((name) => SURROGATE.test(name))) return [...names].sort()
  return names
    .map((name) => ({ name, bytes: Buffer.from(name) }))
    .sort((a, b) => Buffer.compare(a.bytes, b.bytes))
    .map(({ name }) => name)
}
