/**
 * Limits the time to wait for a promise. Packets can be lost without a reset, and then a driver may never
 * settle its promise.
 */
export class Deadline {
  private timer: NodeJS.Timeout | undefined
  private lastTurn: NodeJS.Immediate | undefined

  /**
   * @param milliseconds to wait
   * @param expire ends the work when the time is over, and returns the error for the caller
   */
  constructor(
    private readonly milliseconds: number,
    private readonly expire: () => Error,
  ) {}

  /**
   * Waits for the work, from now on. Call it only once. When this process itself was busy, the timer
   * expires before a response that arrived in time is read, so the work has another turn of the event loop.
   * @throws as the work, or the error of `expire`
   */
  limit<Result>(work: Promise<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.timer = setTimeout(() => {
        this.lastTurn = setImmediate(() => {
          this.timer = undefined
          reject(this.expire())
        })
      }, this.milliseconds)
      const end = (): void => {
        clearTimeout(this.timer)
        clearImmediate(this.lastTurn)
        this.timer = undefined
      }
      // `finally` would make three further promises.
      work.then(end, end)
      work.then(resolve, reject)
    })
  }

  /** Restarts the time. Has no effect before `limit`, and after the time is over or the work has ended. */
  restart(): void {
    clearImmediate(this.lastTurn)
    this.timer?.refresh()
  }
}
