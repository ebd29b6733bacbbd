export type Span = readonly [low: number, high: number]

/** The smallest and the largest of the numbers, also of more than a function takes as arguments. */
export function spanOf(numbers: readonly number[]): Span {
  let [low, high] = [Infinity, -Infinity]
  for (const number of numbers) {
    low = Math.min(low, number)
    high = Math.max(high, number)
  }
  return [low, high]
}
