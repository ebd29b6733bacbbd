/** Limits the time to wait for a promise. */

export interface Deadline {
  /** Restarts the time. */
  restart(): void
}

/**
 * Waits for the work no longer than the given time. Packets can be lost without a reset, and then a
 * driver may never settle its promise. When this process itself was busy, the timer expires before a
 * response that arrived in time is read, so the work has another turn of the event loop.
 * @param expire ends the work when the time is over; the promise rejects with the error that it returns
 */
export function withDeadline<Result>(
  milliseconds: number,
  work: (deadline: Deadline) => Promise<Result>,
  expire: () => Error,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    let isOver = false
    let lastTurn: NodeJS.Immediate | undefined
    const timer = setTimeout(() => {
      lastTurn = setImmediate(() => {
        isOver = true
        reject(expire())
      })
    }, milliseconds)
    const end = (): void => {
      isOver = true
      clearTimeout(timer)
      clearImmediate(lastTurn)
    }
    const restart = (): void => {
      if (isOver) return
      clearImmediate(lastTurn)
      timer.refresh()
    }
    try {
      const working = work({ restart })
      // `finally` would make three further promises.
      working.then(end, end)
      working.then(resolve, reject)
    } catch (error) {
      end()
      throw error
    }
  })
}
