/**
 * Calls a listener of a program that uses the library. Its errors and rejections become warnings of the process,
 * because they must not affect the caller.
 */
export function callListener<Event>(listener: (event: Event) => unknown, event: Event): void {
  try {
    const result = listener(event)
    if (result instanceof Promise) result.catch(warn)
  } catch (error) {
    warn(error)
  }
}

function warn(error: unknown): void {
  process.emitWarning(error instanceof Error ? error : String(error))
}
