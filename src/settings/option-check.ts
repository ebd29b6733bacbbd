/** Checks the options of the library's functions, by the same definitions as the program's settings. */
import Joi from 'joi'
import { nearestNames } from '../dialect/nearest-names'
import type { SettingType } from './setting-type'

export type OptionType = Pick<SettingType<unknown>, 'schema' | 'allowed'>

/** The type of each option. */
export type OptionTypes<Options extends object> = {
  readonly [Name in keyof Options]-?: OptionType
}

/** Options without those that are `undefined`, so that these do not replace a default. */
type Given<Options extends object> = {
  readonly [Name in keyof Options]: undefined extends Options[Name]
    ? Exclude<Options[Name], undefined>
    : Options[Name]
}

/**
 * @param caller the function whose options they are, for the message
 * @throws TypeError with the name of the option that is unknown or not valid, or if `options` is no object
 */
export function checkedOptions<Options extends object>(
  caller: string,
  options: Options,
  types: OptionTypes<Required<Options>>,
): Given<Options> {
  if (Joi.object().required().strict().validate(options).error)
    throw new TypeError(`${caller} needs an object with its options`)
  const given = Object.fromEntries(
    Object.entries(options).filter(([, value]) => value !== undefined),
  )
  const names = Object.keys(types)
  const unknown = Object.keys(given).find((name) => !names.includes(name))
  if (unknown !== undefined) {
    const [nearest] = nearestNames(unknown, names)
    const help = nearest === undefined ? `it has ${names.join(', ')}` : `did you mean ${nearest}?`
    throw new TypeError(`${caller} has no option "${unknown}": ${help}`)
  }
  for (const [name, { schema, allowed }] of Object.entries<OptionType>(types)) {
    // Without conversion: a number in a text is a mistake here, unlike in a variable.
    const { error } = schema.validate(given[name], { convert: false })
    if (error) throw new TypeError(`${caller}: ${name} must be ${allowed}`)
  }
  return given as Given<Options>
}

export const FUNCTION: OptionType = { schema: Joi.function(), allowed: 'a function' }

/** An object with these methods. @param allowed describes it for the message */
export function objectWith(allowed: string, ...methods: readonly string[]): OptionType {
  const keys = Object.fromEntries(methods.map((name) => [name, Joi.function().required()]))
  return { schema: Joi.object(keys).unknown(), allowed }
}

/** The same type, but the option must be given. */
export function required({ schema, allowed }: OptionType): OptionType {
  return { schema: schema.required(), allowed }
}
