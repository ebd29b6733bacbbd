/** The shortest decimal of a single-precision number: 0.1, not 0.10000000149011612. */

/** The smallest number with 24 binary digits; smaller ones have fewer. */
const SMALLEST_NORMAL = 2 ** -126

/** Decimals of so many digits are farther apart than two numbers with 24 binary digits (FLT_DIG of C). */
const SPARSE_DIGITS = 6

/** More digits than distinguish any two numbers. */
const MANY_DIGITS = 11

/**
 * The digits that Postgres prints: the fewest that lie between the middles of the value and its
 * neighbours, excluding both; of several, the closest to the value; of two, the even one.
 * https://github.com/postgres/postgres/blob/REL_18_STABLE/src/common/f2s.c
 */
export function shortestSingle(value: number): number {
  // A column whose type has changed can return a number of double precision.
  if (value === 0 || !Number.isFinite(value) || Math.fround(value) !== value) return value
  if (Math.abs(value) >= SMALLEST_NORMAL) {
    // At most one decimal of so few digits is between the middles.
    const sparse = Number(value.toPrecision(SPARSE_DIGITS))
    if (Math.fround(sparse) === value && !isMiddle(sparse, value)) return sparse
  }
  return Math.sign(value) * shortestBetweenMiddles(Math.abs(value))
}

/** Whether the decimal is in the middle between the value and its neighbour; if in doubt, true. */
function isMiddle(decimal: number, value: number): boolean {
  const mirrored = 2 * decimal - value
  return mirrored !== value && Math.fround(mirrored) === mirrored
}

function shortestBetweenMiddles(value: number): number {
  const { significand, exponent, isPowerOfTwo } = partsOf(value)
  // The exponent of the last digit that is considered.
  const scale = Math.floor(Math.log10(value)) - MANY_DIGITS + 1
  // The value is four times its significand; in this unit both middles are integers.
  const unit = power(2n, exponent - 2 - scale) * power(5n, -scale)
  const exact = 4n * significand * unit
  const low = exact - (isPowerOfTwo ? 1n : 2n) * unit
  const high = exact + 2n * unit
  const digit = power(2n, scale + 2 - exponent) * power(5n, scale)
  for (let zeros = MANY_DIGITS; ; zeros--) {
    const step = digit * power(10n, zeros)
    const below = exact / step
    const above = below + 1n
    const hasBelow = below * step > low
    const hasAbove = above * step < high
    if (!hasBelow && !hasAbove) continue
    const isBelow = hasBelow && (!hasAbove || isCloser(exact - below * step, step, below))
    return Number(`${isBelow ? below : above}e${scale + zeros}`)
  }
}

/** Whether the smaller of two decimals at the distance `step` is the closer one, or the even one. */
function isCloser(distance: bigint, step: bigint, decimal: bigint): boolean {
  return 2n * distance === step ? decimal % 2n === 0n : 2n * distance < step
}

/** The value is `significand * 2 ** exponent`. */
function partsOf(value: number): {
  significand: bigint
  exponent: number
  /** Whether the smaller neighbour is only half as far as the larger one. */
  isPowerOfTwo: boolean
} {
  const bits = new Uint32Array(Float32Array.of(value).buffer)[0] ?? 0
  const fraction = bits & 0x7fffff
  const biased = bits >>> 23
  return biased === 0
    ? { significand: BigInt(fraction), exponent: -149, isPowerOfTwo: false }
    : {
        significand: BigInt(fraction | 0x800000),
        exponent: biased - 150,
        isPowerOfTwo: fraction === 0 && biased > 1,
      }
}

/** 1 for a negative exponent. */
function power(base: bigint, exponent: number): bigint {
  return exponent > 0 ? base ** BigInt(exponent) : 1n
}
