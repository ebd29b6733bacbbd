/** The error for a structured value, such as a list of secrets. It names the wrong part without its content. */
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

/** The end of a message. */
export function flawText(flaw: string | undefined): string {
  return flaw === undefined ? '' : `; ${flaw}`
}

/** Types of errors of Joi: https://joi.dev/api */
const REASONS: Readonly<Record<string, string>> = {
  'any.required': 'is missing',
  'array.unique': 'has the name of another one',
  'object.missing': 'lacks a property',
  'object.unknown': 'is unknown',
  'object.xor': 'has one property too many',
}

/**
 * The first wrong part of a value and what is wrong with it, such as `[1].role is unknown`; `undefined` if the
 * whole value is wrong.
 */
export function flawIn({ details: [detail] }: Joi.ValidationError): string | undefined {
  if (!detail || detail.path.length === 0) return undefined
  return `${partName(detail.path)} ${REASONS[detail.type] ?? 'is wrong'}`
}

/** Names a part of a value, e.g. `[1].role`. */
export function partName(path: readonly (string | number)[]): string {
  const keys = path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${key}`))
  return keys.join('').replace(/^\./, '')
}
