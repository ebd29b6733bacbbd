/** Limits the time to wait for a promise. */

export interface Deadline {
  /** Restarts the time. */
  restart(): void
}

/**
 * Waits for the work no longer than the given time. Packets can be lost without a reset, and then a
 * driver may never settle its promise.
 * @param expire ends the work when the time is over; the promise rejects with the error that it returns
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
