/**
 * Measures how long statements take, by kind. A kind is a statement's text without its values: pages of
 * one order, searches, deep pages and pages with a count are different kinds.
 */
import { LRUCache } from 'lru-cache'

/** `unmeasured` until the first statement of the kind has ended, or has run for too long to be short. */
export type StatementLength = 'short' | 'unmeasured' | 'long'

export interface StatementKind {
  length: StatementLength
  /** Milliseconds that a statement is expected to take; 0 while unmeasured. */
  expected: number
}

/**
 * A statement is long if it is expected to take at least this many milliseconds, and this many times as
 * long as the shortest statements, which tell how far away and how busy the server is.
 */
const LONG = 50
const LONG_FACTOR = 10

/** A kind that was long is short again below this fraction of the limit. */
const SHORT_AGAIN = 0.5

/**
 * Fractions by which a measurement changes the expectation. Other load makes statements longer, never
 * shorter, so shorter measurements count for more.
 */
const FALL = 0.5
const RISE = 0.1

/** Fraction by which a measurement raises the duration of the shortest statements. */
const SHORTEST_RISE = 0.001

const MAX_KINDS = 1000

export class StatementKinds {
  private readonly kinds = new LRUCache<string, StatementKind>({ max: MAX_KINDS })
  private shortest = Infinity

  /** @param text of the statement, without its values */
  of(text: string): StatementKind {
    let kind = this.kinds.get(text)
    if (!kind) this.kinds.set(text, (kind = { length: 'unmeasured', expected: 0 }))
    return kind
  }

  /** Records the duration of a statement that has ended, in milliseconds. */
  record(kind: StatementKind, duration: number): void {
    this.shortest = Number.isFinite(this.shortest)
      ? towards(duration, this.shortest, 1, SHORTEST_RISE)
      : duration
    kind.expected =
      kind.length === 'unmeasured' ? duration : towards(duration, kind.expected, FALL, RISE)
    const limit = this.limit() * (kind.length === 'long' ? SHORT_AGAIN : 1)
    kind.length = kind.expected < limit ? 'short' : 'long'
  }

  /**
   * Records that a statement still runs.
   * @param elapsed milliseconds since its start
   */
  recordRunning(kind: StatementKind, elapsed: number): void {
    if (elapsed < this.limit()) return
    kind.expected = Math.max(kind.expected, elapsed)
    kind.length = 'long'
  }

  /** Milliseconds from which a statement is long. */
  private limit(): number {
    return Number.isFinite(this.shortest) ? Math.max(LONG, LONG_FACTOR * this.shortest) : LONG
  }
}

function towards(measured: number, expected: number, fall: number, rise: number): number {
  return expected + (measured < expected ? fall : rise) * (measured - expected)
}
