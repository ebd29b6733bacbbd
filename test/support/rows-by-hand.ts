/** A reader of rows in memory, whose data version the test changes. */
import { isSameVersion } from '../../src/core/data-version'
import { windowFromStart } from '../../src/core/page-window'
import {
  OutdatedTotalError,
  type PagePlan,
  type Reader,
  type ReadRequest,
} from '../../src/core/reader'
import type { Cell } from '../../src/dialect/schema'
import { orderKey, tableSchema } from './table-schema'

export const KEY = orderKey('id')

export class RowsByHand implements Reader {
  /** All requests, in order. */
  readonly requests: ReadRequest[] = []
  /** Data version; increment it with each change. */
  version = 0
  /** Reads wait for this promise. */
  gate: Promise<void> = Promise.resolve()

  /** @param keys keys of the rows, in order */
  constructor(public keys: number[]) {}

  counter(): string {
    return 'one session'
  }

  async read(request: ReadRequest): ReturnType<Reader['read']> {
    this.requests.push(request)
    const version = { counter: this.counter(), token: String(this.version) }
    const { plan, cached, isCounted, maxAge } = request
    const window = request.window ?? windowFromStart(plan.offset, plan.limit)
    const rows = this.rowsIn(window)
    const total = this.keys.length
    await this.gate
    if (isCounted) return { rows, total, version }
    if (cached && isSameVersion(version, cached.version)) {
      return { rows, total: cached.total, version }
    }
    if (!cached || maxAge === 0) throw new OutdatedTotalError()
    return { rows, total: cached.total }
  }

  private rowsIn({
    from,
    isBackward,
    skip,
    take,
    step = 1,
  }: NonNullable<ReadRequest['window']>): Cell[][] {
    const start = from ? this.keys.indexOf(Number(from.values[0])) : -1
    const forward = from ? this.keys.slice(start + 1) : this.keys
    const backward = (from ? this.keys.slice(0, start + 1) : this.keys).toReversed()
    const page = (isBackward ? backward : forward)
      .slice(skip, skip + take * step)
      .filter((_key, index) => (index + 1) % step === 0)
    return (isBackward ? page.reverse() : page).map((key) => [key])
  }
}

export function planOfPage(offset: number, limit = 10): PagePlan {
  return {
    table: tableSchema({
      tieBreak: [KEY],
      uniqueKey: [KEY],
      keysOf: () => ({ tieBreak: [KEY] }),
      isTracked: true,
    }),
    columns: [{ select: 'id' }],
    order: [{ key: KEY, direction: 'asc' }],
    limit,
    offset,
    shapeKey: '',
  }
}
