/** The upper one of two middle values; `NaN` without values. */
export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? NaN
}
