/**
 * Measures how long statements take, by kind. A kind is a statement's text without its values: pages of
 * one order, searches, deep pages and pages with a count are different kinds.
 */
import { LRUCache } from 'lru-cache'

/** `unmeasured` until the first statement of the kind has ended, or has run for long; never for the catalogue. */
export type StatementLength = 'short' | 'medium' | 'unmeasured' | 'long'

export interface StatementKind {
  length: StatementLength
  /** Milliseconds that a statement is expected to take; absent until one was measured. */
  expected?: number | undefined
  /** How often its measurements were dropped since the last time that it was not long. */
  timesForgotten: number
  /** Whether the statements read the catalogue: see `StatementKinds.of`. */
  readonly isCatalogue: boolean
}

/**
 * A statement is medium if it is expected to take at least this many milliseconds, and this many times
 * as long as the shortest statements, which tell how far away and how busy the server is.
 */
const MEDIUM = 50
const MEDIUM_FACTOR = 10

/** A statement is long from this multiple of the limit of medium ones. */
const LONG_FACTOR = 10

/** A kind becomes shorter again only below this fraction of the limit, so that it does not alternate. */
const SHORTER_AGAIN = 0.5

/**
 * Fractions by which a measurement changes the expectation. Other load makes statements longer, never
 * shorter, so shorter measurements count for more.
 */
const FALL = 0.5
const RISE = 0.1

/** Fraction by which a measurement raises the duration of the shortest statements. */
const SHORTEST_RISE = 0.001

const MAX_KINDS = 1000

/** Of all texts together, in characters: that of a statement with 2,000 columns can have 60,000. */
const MAX_TEXT = 4_000_000

export class StatementKinds {
  private readonly kinds = new LRUCache<string, StatementKind>({
    max: MAX_KINDS,
    maxSize: MAX_TEXT,
    sizeCalculation: (_kind, text) => text.length + 1,
  })
  private shortest = Infinity

  /**
   * @param text of the statement, without its values
   * @param isCatalogue whether it reads the catalogue. Such statements are few, because descriptions are shared and
   *   cached, and every request needs one. So they are short from the start, and may use every session, and
   *   medium if they take long. The first use of a text decides.
   */
  of(text: string, isCatalogue = false): StatementKind {
    let kind = this.kinds.get(text)
    if (!kind) {
      const length = isCatalogue ? 'short' : 'unmeasured'
      this.kinds.set(text, (kind = { length, timesForgotten: 0, isCatalogue }))
    }
    return kind
  }

  /** Records the duration of a statement that has returned its result, in milliseconds. */
  record(kind: StatementKind, duration: number): void {
    this.shortest = Number.isFinite(this.shortest)
      ? towards(duration, this.shortest, 1, SHORTEST_RISE)
      : duration
    const { expected } = kind
    kind.expected = expected === undefined ? duration : towards(duration, expected, FALL, RISE)
    kind.length = this.lengthOf(kind, kind.expected)
    if (kind.length !== 'long') kind.timesForgotten = 0
  }

  /**
   * Records that a statement still runs, or has ended without a result, so that it takes longer than this time.
   * @param elapsed milliseconds since its start
   */
  recordRunning(kind: StatementKind, elapsed: number): void {
    if (elapsed <= (kind.expected ?? LONG_FACTOR * this.limit())) return
    kind.expected = elapsed
    kind.length = this.lengthOf(kind, elapsed)
  }

  /** Drops the measurements. */
  forget(kind: StatementKind): void {
    kind.expected = undefined
    kind.length = 'unmeasured'
    kind.timesForgotten++
  }

  private lengthOf(
    { length: previous, isCatalogue }: StatementKind,
    expected: number,
  ): StatementLength {
    const limit = this.limit()
    if (isCatalogue) {
      const isMedium = expected >= LONG_FACTOR * limit * (previous === 'medium' ? SHORTER_AGAIN : 1)
      return isMedium ? 'medium' : 'short'
    }
    if (expected >= LONG_FACTOR * limit * (previous === 'long' ? SHORTER_AGAIN : 1)) return 'long'
    const isLonger = previous === 'medium' || previous === 'long'
    return expected >= limit * (isLonger ? SHORTER_AGAIN : 1) ? 'medium' : 'short'
  }

  /** Milliseconds from which a statement is not short. */
  private limit(): number {
    return Number.isFinite(this.shortest) ? Math.max(MEDIUM, MEDIUM_FACTOR * this.shortest) : MEDIUM
  }
}

function towards(measured: number, expected: number, fall: number, rise: number): number {
  return expected + (measured < expected ? fall : rise) * (measured - expected)
}
