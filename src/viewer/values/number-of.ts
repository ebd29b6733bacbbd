const NUMBER = /^-?(?:\d+(?:\.\d+)?(?:e[+-]?\d+)?|Infinity)$/i

/**
 * The number of a value as the API writes it: as in JSON, or `Infinity`.
 * @returns NaN for other texts, which columns of SQLite can have, also those that JavaScript converts: ` ` or `0x10`
 */
export function numberOf(text: string): number {
  return NUMBER.test(text) ? Number(text) : NaN
}
