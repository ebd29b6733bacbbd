/** Types of settings: how a raw value is checked and converted, and how its type is described. */
import Joi from 'joi'
import { ValueError } from './value-error'

export interface SettingType<Value> {
  readonly schema: Joi.Schema<Value>
  /** Describes the valid values, for error messages and the documentation. */
  readonly allowed: string
  readonly unit?: Unit
}

type Unit = 'milliseconds' | 'seconds' | 'bytes'

export const BOOLEAN: SettingType<boolean> = { schema: Joi.boolean(), allowed: 'true or false' }

export const HOST: SettingType<string> = {
  // In URLs, an IPv6 address is in brackets.
  schema: Joi.string().replace(/^\[([^\]:]*:[^\]]*)\]$/, '$1'),
  allowed: 'an address or a host name',
}

interface Range {
  readonly from: number
  /** Default: the largest integer that JavaScript represents exactly. */
  readonly to?: number
  readonly unit?: Unit
}

export function wholeNumber({
  from,
  to = Number.MAX_SAFE_INTEGER,
  unit,
}: Range): SettingType<number> {
  const noun = unit === undefined ? 'a whole number' : `a whole number of ${unit}`
  return {
    schema: numberInDigits.number().integer().min(from).max(to),
    allowed: `${noun} from ${from} to ${to}`,
    ...(unit !== undefined && { unit }),
  }
}

/** As in the parameters `page` and `limit`. Joi accepts `1e3`, `+5`, ` 5`, `5.0` and `007`, too. */
const IN_DIGITS = /^(?:0|[1-9]\d*)$/

const numberInDigits = Joi.extend({
  type: 'number',
  base: Joi.number(),
  prepare: (value: unknown, { error }: Joi.CustomHelpers) => {
    // A number in a JSON file has the notation of JSON.
    if (typeof value !== 'string' || IN_DIGITS.test(value)) return undefined
    const isWhole = value.trim() !== '' && Number.isSafeInteger(Number(value))
    const flaw = isWhole && !value.startsWith('-') ? 'write it in decimal digits' : undefined
    const cause = new ValueError('the value', 'a whole number', flaw)
    return { errors: [error('any.custom', { error: cause })] }
  },
}) as { number: () => Joi.NumberSchema }

export const PORT = wholeNumber({ from: 0, to: 65_535 })

export function oneOf<const Value extends string>(...values: readonly Value[]): SettingType<Value> {
  const last = values.at(-1) ?? ''
  return {
    schema: Joi.any<Value>().valid(...values),
    allowed: `${values.slice(0, -1).join(', ')} or ${last}`,
  }
}

export function text(
  allowed: string,
  schema: Joi.StringSchema = Joi.string(),
): SettingType<string> {
  return { schema, allowed }
}

/** A value that `read` converts; `read` throws if the value is not valid. */
export function converted<Value>(
  allowed: string,
  read: (value: unknown) => Value,
): SettingType<Value> {
  return { schema: Joi.any().custom(read), allowed }
}

/** A list. In flags and variables, which hold only text, commas and blanks separate its items. */
export function list(
  allowed: string,
  items: Joi.ArraySchema<readonly string[]>,
  split: (text: string) => readonly string[] = (text) => text.split(',').map((item) => item.trim()),
): SettingType<readonly string[]> {
  const listType = Joi.extend({
    type: 'list',
    base: items,
    coerce: {
      from: 'string',
      method: (text: string, { error }: Joi.CustomHelpers) => {
        try {
          return { value: split(text) }
        } catch {
          return { errors: [error('any.invalid')] }
        }
      },
    },
  }) as { list: () => Joi.ArraySchema<readonly string[]> }
  return { schema: listType.list(), allowed }
}
