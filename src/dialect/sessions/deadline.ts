/** Work that is waited for, but not without end. */

export interface Deadline {
  /** Gives the work its whole time again. */
  restart(): void
}

/**
 * Waits for the work until its time is over, whether it ever ends or not: packets can be lost without
 * a reset, and not every driver reports it.
 * @param expire ends the work; the promise rejects with the error that it returns
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
