/** The measured cases. A query is appended to a contender's route. */
import { WORDS } from './table'

export interface Case {
  readonly name: string
  readonly contenders: readonly string[]
  query(number: number, rows: number): string
  /** Whether the case is also measured on the largest tables. */
  readonly isOfSize?: boolean
  /** Number of clients; default: 8. */
  readonly clients?: number
  /** Whether the order was used before, so that its bookmarks exist. */
  readonly isVisited?: boolean
  /** Distinct slow queries that run one after the other during the measurement. */
  readonly beside?: (number: number) => string
  /** Duration of a turn in milliseconds; default: 1,000. */
  readonly duration?: number
  readonly writesPerSecond?: number
}

const ALL = ['tablequery', 'bare', 'plain'] as const
const COUNTED = ['tablequery', 'counting', 'plain'] as const

const lastPage = (rows: number): number => Math.ceil(rows / 10)
const randomPage = (number: number, rows: number): number =>
  1 + ((number * 7919 + 3) % lastPage(rows))

export const CASES: readonly Case[] = [
  { name: 'first page of 10', isOfSize: true, contenders: ALL, query: () => '&limit=10' },
  { name: 'first page of 100', isOfSize: true, contenders: ALL, query: () => '&limit=100' },
  {
    // Clients never request the same page at the same time.
    name: 'walk of 50 pages',
    isOfSize: true,
    contenders: ALL,
    query: (n) => `&page=${1 + (n % 50)}`,
  },
  {
    name: 'last page',
    isOfSize: true,
    contenders: ALL,
    clients: 1,
    isVisited: true,
    query: (_n, rows) => `&page=${lastPage(rows)}`,
  },
  {
    name: 'random page',
    isOfSize: true,
    contenders: ALL,
    clients: 1,
    isVisited: true,
    query: (n, rows) => `&page=${randomPage(n, rows)}`,
  },
  {
    name: 'first page, one client',
    isOfSize: true,
    contenders: ALL,
    clients: 1,
    query: () => '&limit=10',
  },
  { name: 'sort with an index', contenders: COUNTED, query: () => '&sort=created_at:desc' },
  {
    name: 'sort with an index, one client',
    isOfSize: true,
    contenders: ALL,
    clients: 1,
    query: () => '&sort=created_at:asc',
  },
  {
    name: 'sort with an index, random page',
    isOfSize: true,
    contenders: ALL,
    clients: 1,
    isVisited: true,
    query: (n, rows) => `&sort=created_at:asc&page=${randomPage(n, rows)}`,
  },
  {
    name: 'sort without an index',
    contenders: COUNTED,
    clients: 2,
    query: () => '&sort=amount:desc',
  },
  {
    name: 'filter that hits many',
    contenders: COUNTED,
    clients: 2,
    query: () => `&filter=${WORDS.many}`,
  },
  {
    name: 'filter that hits few',
    contenders: COUNTED,
    clients: 2,
    query: () => `&filter=${encodeURIComponent(WORDS.few)}`,
  },
  {
    name: 'filter that hits none',
    contenders: COUNTED,
    clients: 2,
    query: () => `&filter=${WORDS.none}`,
  },
  {
    name: 'small requests',
    isOfSize: true,
    contenders: ['tablequery', 'plain'],
    clients: 1,
    query: () => '&limit=1',
  },
  {
    name: 'small requests beside a scan',
    isOfSize: true,
    contenders: ['tablequery', 'plain'],
    clients: 1,
    beside: (n) => `&sort=amount:asc&filter=nowhere${n}`,
    duration: 5000,
    query: () => '&limit=1',
  },
  {
    name: '10 writes a second',
    contenders: COUNTED,
    writesPerSecond: 10,
    query: () => '&limit=10',
  },
  {
    // Writes invalidate the caches, so each page is a first visit.
    name: 'random page, 10 writes a second',
    contenders: COUNTED,
    clients: 1,
    writesPerSecond: 10,
    query: (n, rows) => `&page=${randomPage(n, rows)}`,
  },
  {
    name: '1,000 writes a second',
    contenders: COUNTED,
    writesPerSecond: 1000,
    query: () => '&limit=10',
  },
]
