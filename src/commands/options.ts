import { parseArgs, type ParseArgsConfig } from 'node:util'
import { StartError } from '../start-error'

type Options = NonNullable<ParseArgsConfig['options']>

type Parsed<O extends Options> = ReturnType<
  typeof parseArgs<{ args: string[]; allowPositionals: true; options: O }>
>

/** Parses the options of a command and its other arguments. @throws StartError that names the wrong one */
export function parseOptions<O extends Options>(args: readonly string[], options: O): Parsed<O> {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options })
  } catch (error) {
    const [reason] = (error as Error).message.split(/\.\s/)
    throw new StartError(`${reason}; see --help`)
  }
}
