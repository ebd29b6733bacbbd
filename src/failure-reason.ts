/** Why `fetch` got no response: its error has the reason in `cause`. */
export function failureReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { cause } = error
  if (!(cause instanceof Error)) return error.message
  const code = (cause as NodeJS.ErrnoException).code
  return cause.message === '' ? (code ?? error.message) : cause.message
}
