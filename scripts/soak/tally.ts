/** What the clients of the soak have received, and what of it is a problem. */

/** Milliseconds after a restart of the database in which requests may still fail: it recovers, and the pool reconnects. */
const RECOVERY = 5000

/** Milliseconds at the end, in which at least one request must succeed. */
const LAST_SECONDS = 10_000

export class Tally {
  /** Number of responses by status; `hung up` and `cut off` count requests without a response. */
  readonly responses = new Map<string, number>()
  /** Descriptions of invalid responses. */
  readonly flaws: string[] = []
  /** Milliseconds. */
  slowest = 0
  /** Number of requests by status that have failed while no restart of the database explains it. */
  readonly #unexplained = new Map<string, number>()
  /** Requests that begin later must not fail. */
  #explainedUntil = -Infinity
  #lastSuccess = -Infinity

  /** @param began time at which the request was sent */
  add(what: string, began: number, now = Date.now()): void {
    count(this.responses, what)
    this.slowest = Math.max(this.slowest, now - began)
    if (what === '200') this.#lastSuccess = now
    const isFailure = what.endsWith('cut off') || /\b5\d\d$/.test(what)
    if (isFailure && began > this.#explainedUntil) count(this.#unexplained, what)
  }

  async whileRestarting(restart: () => Promise<void> | undefined): Promise<void> {
    this.#explainedUntil = Infinity
    await restart()
    this.#explainedUntil = Date.now() + RECOVERY
  }

  /** @param end time at which the load ends */
  problems(end: number): string[] {
    const unexplained = [...this.#unexplained].map(
      ([what, requests]) => `${requests} × ${what} without a restart of the database`,
    )
    const isResponding = this.#lastSuccess > end - LAST_SECONDS
    return [
      ...this.flaws.slice(0, 20),
      ...unexplained,
      ...(isResponding ? [] : [`no response 200 in the last ${LAST_SECONDS / 1000} s`]),
    ]
  }
}

function count(counts: Map<string, number>, what: string): void {
  counts.set(what, (counts.get(what) ?? 0) + 1)
}
