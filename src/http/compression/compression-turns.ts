/**
 * Starts few compressions at once: an encoder takes megabytes, and the threads in which they run also read
 * files and look up host names.
 */
import type { Context } from 'koa'
import { onResponseClose } from '../response-close'

export class CompressionTurns {
  private running = 0
  /** Functions that each start one waiting compression, in the order of arrival. */
  private readonly waiting = new Set<() => void>()

  /** @param max number of compressions that run at once */
  constructor(private readonly max: number) {}

  /** @returns `undefined` if the client disconnects while the compression waits, which drops its body */
  async run<Result>(ctx: Context, compress: () => Promise<Result>): Promise<Result | undefined> {
    if (this.running < this.max) this.running++
    else if (!(await this.isTurn(ctx))) return undefined
    try {
      return await compress()
    } finally {
      const [startNext] = this.waiting
      // The next one takes the place of this one.
      if (startNext) startNext()
      else this.running--
    }
  }

  private isTurn(ctx: Context): Promise<boolean> {
    return new Promise((resolve) => {
      const start = (): void => {
        this.waiting.delete(start)
        resolve(true)
      }
      this.waiting.add(start)
      onResponseClose(ctx, () => {
        if (this.waiting.delete(start)) resolve(false)
      })
    })
  }
}
