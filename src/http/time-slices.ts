/**
 * Divides long jobs into slices, between which the event loop serves other requests. Each job begins at once. What is
 * left after its first slice waits in a queue, of which only the oldest job gets a slice in each turn of the loop.
 */
import { monotonicClock } from '../clock'

/** Milliseconds of a slice. */
const SLICE = 10

/**
 * While more jobs than this wait, each new one runs a slice of the oldest at once, so that the oldest ends and frees
 * its memory.
 */
const MANY = 3

/** Milliseconds of such a slice, for each job more than `MANY`. */
const EXTRA_SLICE = 30

/** Maximum number of jobs in the queue. For one more, the oldest is completed without a pause. */
const MAX_UNFINISHED = 10

/** Does a short step of the job in each call of `next`, and returns the result in the last one. */
type Steps<Result> = Iterator<unknown, Result>

/** @returns whether it is done */
type Job = (milliseconds: number) => boolean

export class TimeSlices {
  /** The oldest is first. */
  private readonly unfinished: Job[] = []

  /** @param now the clock, in milliseconds */
  constructor(private readonly now: () => number = monotonicClock) {}

  /** @returns the result, if the job takes only one slice; else a promise of it */
  run<Result>(steps: Steps<Result>): Result | Promise<Result> {
    const first = this.slice(steps, SLICE)
    if (first.done === true) return first.value
    return new Promise((resolve, reject) => {
      this.add(this.jobOf(steps, resolve, reject))
    })
  }

  private jobOf<Result>(
    steps: Steps<Result>,
    resolve: (result: Result) => void,
    reject: (error: unknown) => void,
  ): Job {
    return (milliseconds) => {
      try {
        const next = this.slice(steps, milliseconds)
        if (next.done !== true) return false
        resolve(next.value)
      } catch (error) {
        reject(error)
      }
      return true
    }
  }

  private add(job: Job): void {
    this.unfinished.push(job)
    const { length } = this.unfinished
    if (length === 1) setImmediate(this.runOldest)
    if (length > MAX_UNFINISHED) this.sliceOfOldest(Infinity)
    else if (length > MANY) this.sliceOfOldest((length - MANY) * EXTRA_SLICE)
  }

  private readonly runOldest = (): void => {
    this.sliceOfOldest(SLICE)
    if (this.unfinished.length > 0) setImmediate(this.runOldest)
  }

  private sliceOfOldest(milliseconds: number): void {
    const [oldest] = this.unfinished
    if (oldest?.(milliseconds) === true) this.unfinished.shift()
  }

  /** Runs steps until the time is over, at least one. */
  private slice<Result>(
    steps: Steps<Result>,
    milliseconds: number,
  ): IteratorResult<unknown, Result> {
    const end = this.now() + milliseconds
    for (;;) {
      const step = steps.next()
      if (step.done === true || this.now() >= end) return step
    }
  }
}
