/** Bounds the time that a promise is waited for. */

export interface Deadline {
  /** Starts the time anew. */
  restart(): void
}

/**
 * Waits for the work no longer than the given time. Packets can be lost without a reset, and then a
 * driver may never settle its promise.
 * @param expire is called when the time is over, to end the work; the promise rejects with its error
 */
export async function withDeadline<Result>(
  milliseconds: number,
  work: (deadline: Deadline) => Promise<Result>,
  expire: () => Error,
): Promise<Result> {
  let timer: NodeJS.Timeout | undefined
  const expiry = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      timer = undefined
      reject(expire())
    }, milliseconds)
  })
  try {
    return await Promise.race([work({ restart: () => timer?.refresh() }), expiry])
  } finally {
    clearTimeout(timer)
    timer = undefined
  }
}
