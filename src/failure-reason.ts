import { errorCode } from './error-code'

/** Why `fetch` got no response: its error has the reason in `cause`. */
export function failureReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { cause } = error
  if (!(cause instanceof Error)) return error.message
  return cause.message || errorCode(cause) || error.message
}
