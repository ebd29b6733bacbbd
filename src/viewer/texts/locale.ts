/** The language of the page: the first of the browser's languages for which the viewer has texts. */

const LANGUAGES = ['en', 'de'] as const
export type Language = (typeof LANGUAGES)[number]

/** The language with its region, which decides the form of numbers and dates, e.g. `de-CH`. */
export const locale = navigator.languages.find((wanted) => languageOf(wanted) !== undefined) ?? 'en'

export const language: Language = languageOf(locale) ?? 'en'

const numbers = new Intl.NumberFormat(locale)

/** A whole number in the form of the locale. */
export function count(amount: number): string {
  return numbers.format(amount)
}

const decimals = new Intl.NumberFormat(locale, {
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
})

/** A number with one decimal. */
export function oneDecimal(amount: number): string {
  return decimals.format(amount)
}

/** A number with its noun, e.g. `1 row`, `2,000 rows`. */
export function several(amount: number, one: string, many: string): string {
  return `${count(amount)} ${amount === 1 ? one : many}`
}

function languageOf(wanted: string): Language | undefined {
  return LANGUAGES.find((one) => wanted === one || wanted.startsWith(`${one}-`))
}
