/** The caller of a statement, by the signal that aborts it. Sessions are lent to callers in turn. */

const callers = new WeakMap<AbortSignal, string>()

/** Names the caller of the statements that the signal aborts. */
export function setCaller(signal: AbortSignal, caller: string): void {
  callers.set(signal, caller)
}

/** Statements without a caller, such as those of the catalogue, count as those of one caller. */
export function callerOf(signal: AbortSignal | undefined): string {
  return (signal && callers.get(signal)) ?? ''
}
