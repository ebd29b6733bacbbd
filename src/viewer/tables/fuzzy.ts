/**
 * Distance of a name from a typed text. A name that contains the text is nearer than one that only contains its
 * characters in order, and a match near the start is nearer than a later one.
 * @returns undefined if the name does not match
 */
function distance(name: string, text: string): number | undefined {
  const [whole, wanted] = [name.toLowerCase(), text.trim().toLowerCase()]
  const at = whole.indexOf(wanted)
  if (at >= 0) return at + (whole.length - wanted.length) / 1000
  let place = -1
  let gaps = 0
  for (const character of wanted) {
    const next = whole.indexOf(character, place + 1)
    if (next < 0) return undefined
    gaps += next - place - 1
    place = next
  }
  return 1000 + gaps
}

/** The items whose names match, the nearest first; all items in their order if the text is empty. */
export function fuzzyMatches<Item>(
  items: readonly Item[],
  text: string,
  nameOf: (item: Item) => string,
): readonly Item[] {
  if (text.trim() === '') return items
  return items
    .flatMap((item) => {
      const far = distance(nameOf(item), text)
      return far === undefined ? [] : [{ item, far }]
    })
    .sort((a, b) => a.far - b.far)
    .map(({ item }) => item)
}
