/** Mixtures of pages and searches; each of their requests differs from the others. */
import type { Work } from './cost-model'

/** Rows of the table of pages. */
const VISITS = 200_000
/** Rows of the table of searches. */
const NOTES = 20_000

/** Statements that create both tables. */
export const TABLES = [
  `create table visits (id int primary key, person text, place text, day date)`,
  `insert into visits select i, 'person ' || i % 5003, 'place ' || i % 211, date '2020-01-01' + i % 2000
   from generate_series(1, ${VISITS}) as i`,
  `create table notes (id int primary key, note text)`,
  `insert into notes select i, 'a note about visit ' || i from generate_series(1, ${NOTES}) as i`,
  'vacuum analyze',
]

export interface Mixture extends Work {
  /** The path of the n-th request. */
  readonly path: (number: number) => string
}

/** @param every each request of this number is a search for what no row has; default: none */
export function mixture(limit: number, every = Infinity): Mixture {
  const pages = Math.ceil(VISITS / limit)
  const share = 1 / every
  return {
    rows: limit * (1 - share),
    searched: NOTES * share,
    path: (number) =>
      number % every === every - 1
        ? `/query?table=notes&filter=nothing${number}`
        : // Neighbours are far apart, and each page comes once.
          `/query?table=visits&limit=${limit}&page=${1 + ((number * 7919) % pages)}`,
  }
}
