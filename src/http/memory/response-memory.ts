/**
 * Bounds the memory of response bodies, from the start of a read until the client has received the
 * whole response.
 *
 * - `ByteBudget` counts bytes and queues requests that do not fit. Small and large responses have
 *   separate budgets, so that large ones never delay small ones.
 * - `SizeEstimates` predicts a body's size from earlier responses of the same kind.
 * - `SlowStart` starts few requests of a kind while its size is unknown.
 * - `Reservation` holds the estimated bytes until the body exists. Equal requests share one.
 * - `UnsentBodies` counts the actual bytes until the response is closed.
 */
import type { Context } from 'koa'
import { ResponseTooLargeError } from '../../core/errors'
import { sizeOfRow } from '../../dialect/result-size'
import type { Cell } from '../../dialect/schema'
import type { ResultLimits } from '../../core/table-service'
import { ByteBudget } from './byte-budget'
import { Reservation } from './reservation'
import { SizeEstimates, type SizeKeys } from './size-estimates'
import { SlowStart } from './slow-start'
import { bytesInMemory, UnsentBodies, type Body } from './unsent-bodies'

/** Maximum bytes of a small response. */
const SMALL = 256 * 1024

/** Maximum bytes of a response that skips the reservation, which would cost more than it saves. */
const TINY = 16 * 1024

/** Bytes of the budget for small responses, and of that for large ones unless one needs more. */
const BUDGET = 64 * 1024 * 1024

interface ResponseRequest {
  /** Responses with equal keys have rows of about the same size. */
  readonly keys: SizeKeys
  /** Number of requested rows. */
  readonly rows: number
  /** Requests are equal if both objects are the same: the query, and the service that runs it. */
  readonly query?: object
  readonly source?: object
  readonly signal: AbortSignal
}

export interface CreatedResponse {
  readonly body: Body
  /** Number of rows in the body. */
  readonly rows: number
}

export class ResponseMemory {
  private readonly small: ByteBudget
  private readonly large: ByteBudget
  private readonly sizes: SizeEstimates
  private readonly reserved = new WeakMap<object, { source: unknown; reservation: Reservation }>()
  private readonly slowStart: SlowStart
  private readonly unsent = new UnsentBodies((bytes) => this.budgetFor(bytes))

  constructor({ maxResponseBytes, maxWaiting }: ResultLimits) {
    this.small = new ByteBudget(BUDGET, maxWaiting)
    this.large = new ByteBudget(Math.max(BUDGET, 2 * maxResponseBytes), maxWaiting)
    this.sizes = new SizeEstimates(maxResponseBytes)
    this.slowStart = new SlowStart(maxWaiting)
  }

  /**
   * Creates a response once there is memory for it, and counts its bytes until it is closed. If a
   * response turns out larger than expected and does not fit, it is dropped and created again later.
   * @throws ApiError INTERNAL_SERVER_ERROR if too many requests wait, or if the wait is too long; the
   * signal's reason
   */
  create<Created extends CreatedResponse>(
    ctx: Context,
    request: ResponseRequest,
    create: () => Promise<Created>,
  ): Promise<Created> {
    const since = performance.now()
    const [kind = ''] = request.keys
    const isSizeKnown = this.sizes.isKnown(kind) || this.sharedReservation(request) !== undefined
    const createNow = (): Promise<Created> => this.createInBudget(ctx, request, create, since)
    return isSizeKnown ? createNow() : this.startSlowly(kind, request.signal, createNow)
  }

  /**
   * Records the expected size of a body that is still being made, for requests that start meanwhile.
   * @param rows its cells
   */
  expect(keys: SizeKeys, rows: readonly (readonly Cell[])[]): void {
    const bytes = rows.reduce((sum, row) => sum + sizeOfRow(row), 0)
    this.sizes.record(keys, rows.length, bytes)
  }

  /** Counts the body of an error. */
  countError(ctx: Context, body: string): void {
    this.unsent.addError(ctx, body)
  }

  private async startSlowly<Result>(
    kind: string,
    signal: AbortSignal,
    work: () => Promise<Result>,
  ): Promise<Result> {
    const end = await this.slowStart.begin(kind, signal)
    try {
      return await work()
    } finally {
      end(this.sizes.isKnown(kind))
    }
  }

  private async createInBudget<Created extends CreatedResponse>(
    ctx: Context,
    request: ResponseRequest,
    create: () => Promise<Created>,
    since: number,
  ): Promise<Created> {
    let bytes = this.sizes.estimate(request.keys, request.rows)
    if (bytes <= TINY && this.small.tryAcquire(bytes)) {
      let created: Created
      try {
        created = await this.measured(request, create)
      } catch (error) {
        this.small.release(bytes)
        throw error
      }
      if (this.small.release(bytes, () => this.unsent.add(ctx, created.body))) return created
      bytes = bytesInMemory(created.body)
    }
    for (;;) {
      const reservation = this.reserve(request, bytes, since)
      try {
        await reservation.join(request.signal)
        const created = await this.measured(request, create)
        request.signal.throwIfAborted()
        if (reservation.release(() => this.unsent.add(ctx, created.body))) return created
        bytes = bytesInMemory(created.body)
      } finally {
        reservation.leave()
      }
    }
  }

  /** Creates the response and records its size; also the size of one that is refused as too large. */
  private async measured<Created extends CreatedResponse>(
    { keys, rows }: ResponseRequest,
    create: () => Promise<Created>,
  ): Promise<Created> {
    try {
      const created = await create()
      this.sizes.record(keys, created.rows, bytesInMemory(created.body))
      return created
    } catch (error) {
      if (error instanceof ResponseTooLargeError) this.sizes.record(keys, rows, Infinity)
      throw error
    }
  }

  /** The reservation of an equal request, while further requests may still share it. */
  private sharedReservation({ query, source }: ResponseRequest): Reservation | undefined {
    const entry = query && this.reserved.get(query)
    return entry?.source === source && entry?.reservation.isShareable
      ? entry.reservation
      : undefined
  }

  private reserve(request: ResponseRequest, bytes: number, since: number): Reservation {
    const shared = this.sharedReservation(request)
    if (shared) return shared
    const { query, source } = request
    const reservation = new Reservation(this.budgetFor(bytes), bytes, since)
    if (query) this.reserved.set(query, { source, reservation })
    return reservation
  }

  private budgetFor(bytes: number): ByteBudget {
    return bytes <= SMALL ? this.small : this.large
  }
}
