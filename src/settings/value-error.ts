/** The error for a structured value, such as a list of secrets. It names the wrong part, but does not show it. */
import type Joi from 'joi'

export class ValueError extends TypeError {
  /**
   * @param subject what the value is
   * @param allowed describes the valid values
   * @param flaw the wrong part
   */
  constructor(
    subject: string,
    allowed: string,
    readonly flaw: string | undefined,
  ) {
    super(`${subject} must be ${allowed}${flawText(flaw)}`)
  }
}

/** The end of a message: the wrong part, if it is known. */
export function flawText(flaw: string | undefined): string {
  return flaw === undefined ? '' : `; ${flaw}`
}

/** Texts for the error types of Joi: https://joi.dev/api */
const REASONS: Readonly<Record<string, string>> = {
  'any.required': 'is missing',
  'array.unique': 'has the same name as another entry',
  'object.missing': 'lacks a required property',
  'object.unknown': 'is unknown',
  'object.xor': 'has properties that exclude each other',
}

/**
 * The first wrong part of a value and what is wrong with it, such as `[1].role is unknown`; `undefined` if the
 * whole value is wrong.
 */
export function flawIn({ details: [detail] }: Joi.ValidationError): string | undefined {
  if (!detail || detail.path.length === 0) return undefined
  return `${partName(detail.path)} ${reasonOf(detail)}`
}

function reasonOf({ type, context }: Joi.ValidationErrorItem): string {
  // The name of the pattern says what the text must be.
  if (type === 'string.pattern.name') return `cannot be ${String(context?.['name'])}`
  return REASONS[type] ?? 'is not valid'
}

/** Names a part of a value, e.g. `[1].role`. */
export function partName(path: readonly (string | number)[]): string {
  const keys = path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${key}`))
  return keys.join('').replace(/^\./, '')
}
