/** The first items, at least one if there is any; the others are not generated. */
export function firstOf<Item>(items: Iterable<Item>, count: number): Item[] {
  const first: Item[] = []
  for (const item of items) {
    first.push(item)
    if (first.length === count) break
  }
  return first
}
