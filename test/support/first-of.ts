/** The first items, without making the others. */
export function firstOf<Item>(items: Iterable<Item>, count: number): Item[] {
  const first: Item[] = []
  for (const item of items) {
    if (first.length >= count) break
    first.push(item)
  }
  return first
}
