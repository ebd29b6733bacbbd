/** Why `fetch` got no response: it hides the reason in the cause of its error. */
export function failureReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { cause } = error
  if (!(cause instanceof Error)) return error.message
  const code = (cause as NodeJS.ErrnoException).code
  return cause.message === '' ? (code ?? error.message) : cause.message
}
