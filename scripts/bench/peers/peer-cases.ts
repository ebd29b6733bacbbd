/** The requests of the comparison with other servers. */
import { WORDS } from '../table'
import type { PageRequest } from './peer'

export interface PeerCase {
  readonly name: string
  /** Clients that each send one request after the other. */
  readonly clients: number
  /** The n-th request. */
  readonly request: (number: number, rows: number) => PageRequest
}

const first = { page: 1, hasTotal: true }
const search =
  (filter: string): PeerCase['request'] =>
  () => ({ ...first, filter })

export const PEER_CASES: readonly PeerCase[] = [
  { name: 'first page', clients: 1, request: () => first },
  { name: 'first page, eight clients', clients: 8, request: () => first },
  { name: 'first page, no total', clients: 1, request: () => ({ page: 1, hasTotal: false }) },
  {
    name: 'random page',
    clients: 1,
    request: (number, rows) => ({ page: 1 + ((number * 7919 + 3) % (rows / 10)), hasTotal: true }),
  },
  { name: 'search, hits many', clients: 1, request: search(WORDS.many) },
  { name: 'search, hits few', clients: 1, request: search(WORDS.few) },
  { name: 'search, hits none', clients: 1, request: search(WORDS.none) },
]

/** What a right response has: the ids of the page, in their order, and the number of matching rows. */
export function expectedPage(
  { page, filter }: PageRequest,
  rows: number,
): { readonly ids: readonly number[]; readonly total: number } {
  const skipped = (page - 1) * 10
  if (filter === undefined) {
    const size = Math.min(10, rows - skipped)
    return { ids: Array.from({ length: size }, (_, index) => skipped + index + 1), total: rows }
  }
  const ids: number[] = []
  let total = 0
  for (let id = 1; id <= rows; id++) {
    const isHit = filter === WORDS.many ? id % 2 === 0 : `row ${id}`.includes(filter)
    if (!isHit) continue
    total++
    if (total > skipped && ids.length < 10) ids.push(id)
  }
  return { ids, total }
}
