/**
 * Waits for the promise or for the signal, whichever is first.
 * @throws the signal's reason
 */
export async function unlessAborted<Result>(
  signal: AbortSignal | undefined,
  promise: Promise<Result>,
): Promise<Result> {
  // After an abort nothing handles a rejection of the promise.
  promise.catch(() => undefined)
  if (!signal) return promise
  signal.throwIfAborted()
  let abort = (): void => undefined
  const aborted = new Promise<never>((_resolve, reject) => {
    abort = () => {
      reject(signal.reason as Error)
    }
    signal.addEventListener('abort', abort)
  })
  try {
    return await Promise.race([promise, aborted])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}
