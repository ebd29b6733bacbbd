/** Command lines of the scripts: an error is one line, because a stack trace says nothing to who has mistyped an option. */
import { parseArgs, type ParseArgsConfig } from 'node:util'

export function parseCommandLine<T extends ParseArgsConfig>(
  config: T,
): ReturnType<typeof parseArgs<T>> {
  try {
    return parseArgs(config)
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error))
  }
}

/** Ends the program. Call it before it has started anything. */
export function refuse(reason: string): never {
  console.error(reason.split('\n', 1)[0])
  process.exit(1)
}
