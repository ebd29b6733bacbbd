/**
 * The function of the server that reports the error. It distinguishes errors with the same code; their messages
 * depend on the language of the server. https://www.postgresql.org/docs/current/protocol-error-fields.html
 */
export function errorRoutine(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'routine' in error
    ? error.routine
    : undefined
}
