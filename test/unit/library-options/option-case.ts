/** Cases of options: a valid value, wrong values, and the test of the effect. */

export interface OptionCase {
  readonly valid: unknown
  readonly wrong: readonly unknown[]
  /** The test file that shows the effect. */
  readonly testedIn: string
}

/** A case for each option. */
export type OptionCases<Options> = { readonly [Name in keyof Options]-?: OptionCase }

export const NO_NUMBERS = ['1', NaN, 1.5, -1, null, Infinity]
export const NO_FUNCTIONS = ['f', 1, {}, null]
export const NO_TEXTS = [1, '', null, ['a']]
export const NO_LISTS = ['a', 'a,b', [1], {}]

export const doNothing = (): void => undefined
