import { parseArgs, type ParseArgsConfig } from 'node:util'
import { optionErrorText } from '../settings/option-error'
import { refuseRepeatedOption } from '../settings/repeated-option'
import { StartError } from '../start-error'

type Options = NonNullable<ParseArgsConfig['options']>

type Parsed<O extends Options> = ReturnType<
  typeof parseArgs<{ args: string[]; allowPositionals: true; options: O }>
>

/** Parses the options of a command and its other arguments. @throws StartError that names the wrong one */
export function parseOptions<O extends Options>(args: readonly string[], options: O): Parsed<O> {
  try {
    const parsed = parseArgs({ args: [...args], allowPositionals: true, options, tokens: true })
    const multiple = Object.keys(options).filter((name) => options[name]?.multiple)
    refuseRepeatedOption(parsed.tokens, multiple)
    return parsed
  } catch (error) {
    if (error instanceof StartError) throw error
    throw new StartError(optionErrorText(error))
  }
}

/** @throws StartError for anything but a whole number from 1 to 999,999,999 */
export function wholeNumberOption(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text)
  throw new StartError(`--${name} must be a whole number from 1 to 999999999`)
}
