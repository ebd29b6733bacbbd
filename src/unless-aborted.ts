import { onAbort } from './abort-listener'

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
  // The signals of jsdom 20, which Jest 29 uses, have no `throwIfAborted`.
  if (signal.aborted) throw signal.reason
  let leave = (): void => undefined
  const aborted = new Promise<never>((_resolve, reject) => {
    leave = onAbort(signal, () => {
      reject(signal.reason as Error)
    })
  })
  try {
    return await Promise.race([promise, aborted])
  } finally {
    leave()
  }
}
