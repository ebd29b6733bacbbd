/**
 * Bounds the memory of all responses that are being made or wait for their clients to take them. A
 * response has an estimate reserved before it is made, and counts as what it is until it is closed.
 * Small responses have a share of their own, so that large ones never keep them waiting.
 */
import type { Context, Middleware } from 'koa'
import { isResponseTooLarge } from '../core/errors'
import { HeldBodies, sizeOf, type Body } from './held-bodies'
import { MemoryShare } from './memory-share'
import { Reservation } from './reservation'
import { SizeEstimates, type SizeKeys } from './size-estimates'
import { SizeProbes } from './size-probes'

/** Bytes of a response that counts as small, at most. */
const SMALL = 256 * 1024

/** Bytes of a response that has its place without a reservation, which costs more than it saves. */
const TINY = 16 * 1024

/** Bytes of all small responses, and of all large ones, unless a single one may be larger. */
const SHARE = 64 * 1024 * 1024

export interface ResponseRequest {
  /** Responses with the same keys have rows of about the same size. */
  readonly keys: SizeKeys
  /** How many are asked for. */
  readonly rows: number
  /** The same objects for requests that are equal: what is asked, and of what. */
  readonly asked?: object
  readonly source?: object
  readonly signal: AbortSignal
}

export interface MadeResponse {
  readonly body: Body
  /** How many there are. */
  readonly rows: number
}

export interface MemoryLimits {
  /** Bytes of a response. */
  readonly maxResponseBytes: number
  /** Requests that may wait for memory. */
  readonly maxWaiting?: number | undefined
  /** Milliseconds that a request waits for memory. */
  readonly longestWait?: number
}

export class ResponseMemory {
  private readonly small: MemoryShare
  private readonly large: MemoryShare
  private readonly sizes: SizeEstimates
  private readonly reserved = new WeakMap<object, { source: unknown; reservation: Reservation }>()
  private readonly probes = new SizeProbes()
  private readonly bodies = new HeldBodies((bytes) => this.shareFor(bytes))

  constructor({ maxResponseBytes, maxWaiting = Infinity, longestWait }: MemoryLimits) {
    this.small = new MemoryShare(SHARE, maxWaiting, longestWait)
    this.large = new MemoryShare(Math.max(SHARE, 2 * maxResponseBytes), maxWaiting, longestWait)
    this.sizes = new SizeEstimates(maxResponseBytes)
  }

  /**
   * Makes a response when there is memory for it, and holds the memory until the response is closed.
   * One that turns out to be larger than there is room for is dropped, and made again in its turn.
   * @throws ApiError INTERNAL_SERVER_ERROR when too many wait or it takes too long; the signal's reason
   */
  async make<Made extends MadeResponse>(
    ctx: Context,
    request: ResponseRequest,
    make: () => Promise<Made>,
  ): Promise<Made> {
    const since = performance.now()
    const [kind = ''] = request.keys
    if (this.sizes.isKnown(kind) || this.joinable(request)) {
      return this.makeInTurn(ctx, request, make, since)
    }
    const end = await this.probes.begin(kind, request.signal)
    try {
      return await this.makeInTurn(ctx, request, make, since)
    } finally {
      end(this.sizes.isKnown(kind))
    }
  }

  private async makeInTurn<Made extends MadeResponse>(
    ctx: Context,
    request: ResponseRequest,
    make: () => Promise<Made>,
    since: number,
  ): Promise<Made> {
    const { keys, rows, signal } = request
    let bytes = this.sizes.estimate(keys, rows)
    if (bytes <= TINY && this.small.takeAtOnce(bytes)) {
      const made = await this.measured(request, make).catch((error: unknown) => {
        this.small.give(bytes)
        throw error
      })
      const actual = sizeOf(made.body)
      this.sizes.learn(keys, made.rows, actual)
      if (this.small.give(bytes, () => this.bodies.hold(ctx, made.body))) return made
      bytes = actual
    }
    for (;;) {
      const reservation = this.reserve(request, bytes, since)
      try {
        await reservation.join(signal)
        const made = await this.measured(request, make)
        signal.throwIfAborted()
        bytes = sizeOf(made.body)
        this.sizes.learn(keys, made.rows, bytes)
        if (reservation.release(() => this.bodies.hold(ctx, made.body))) return made
      } finally {
        reservation.leave()
      }
    }
  }

  /** What is refused for its size has been read, too. */
  private async measured<Made>(
    { keys, rows }: ResponseRequest,
    make: () => Promise<Made>,
  ): Promise<Made> {
    try {
      return await make()
    } catch (error) {
      if (isResponseTooLarge(error)) this.sizes.learn(keys, rows, Infinity)
      throw error
    }
  }

  /** Counts every other body, such as that of an error. */
  countOthers(): Middleware {
    return this.bodies.countOthers()
  }

  /** The reservation of an equal request, if this one can still have it too. */
  private joinable({ asked, source }: ResponseRequest): Reservation | undefined {
    const known = asked && this.reserved.get(asked)
    return known?.source === source && known?.reservation.isJoinable ? known.reservation : undefined
  }

  private reserve(request: ResponseRequest, bytes: number, since: number): Reservation {
    const known = this.joinable(request)
    if (known) return known
    const { asked, source } = request
    const reservation = new Reservation(this.shareFor(bytes), bytes, since)
    if (asked) this.reserved.set(asked, { source, reservation })
    return reservation
  }

  private shareFor(bytes: number): MemoryShare {
    return bytes <= SMALL ? this.small : this.large
  }
}
