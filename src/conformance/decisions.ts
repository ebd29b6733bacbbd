/** Decisions of this project where the contract is silent, quoted from docs/reference/behaviour.md. */
import type { Sentence } from './contract'

const DECISIONS = {
  digits: [
    'Parameters',
    '`page` and `limit` are decimal digits without sign, blank or leading zero.',
  ],
  product: ['Parameters', '`page` times `limit` is at most 9007199254740991.'],
  maximum: ['Parameters', 'A `limit` above the maximum is an error; it is not reduced.'],
  repeated: ['Parameters', 'A repeated parameter is an error.'],
  unknown: ['Parameters', 'An unknown parameter is ignored.'],
  emptyFilter: ['Parameters', 'An empty `filter` means no filter.'],
  empty: ['Parameters', 'Any other empty parameter is an error.'],
  blanks: ['Parameters', 'Blanks around an item are ignored, and an empty item is an error.'],
  quotes: ['Parameters', 'Text in double quotes is literal, and `""` in it is a quote:'],
  direction: ['Parameters', 'the direction, which is exactly `asc` or `desc`.'],
  twice: ['Parameters', 'A repeated column counts once; in `sort`, the first one counts.'],
  withoutFilter: [
    'Parameters',
    '`filterColumns` without `filter` is validated, but has no effect.',
  ],
  encoding: [
    'Parameters',
    'Text that is not percent-encoded UTF-8, or that contains NUL, is an error.',
  ],
  order: [
    'Parameters',
    'Checks have this order: authentication, the form of each parameter, the table, the columns.',
  ],
  keyOrder: ['Values', 'The keys of a row have the order of `columns`.'],
  integer: ['Values', 'a number within ±9007199254740991, else a string of digits'],
  zone: ['Values', 'the same in UTC with `Z`'],
  folding: ['Search', "Case is ignored by Unicode's simple case folding,"],
  accents: ['Search', 'Accents matter: e does not equal é.'],
  noText: ['Search', 'A table without text columns has no matches.'],
  textColumns: ['Search', 'Not text: uuid, JSON, xml, dates, numbers, bytes.'],
  length: ['Search', '`filter` has at most 1,000 characters.'],
  nulls: ['Order', 'NULL is the smallest value: first ascending, last descending.'],
  sorted: ['Tables and columns', 'sorted by name.'],
  link: [
    'HTTP',
    '`Link` has the `first`, `prev`, `next` and `last` page, relative to the request.',
  ],
  noStore: ['HTTP', 'for errors it is `no-store`.'],
  requestId: ['HTTP', '`X-Request-Id` is that of the request,'],
  notFound: ['Errors', '`NOT_FOUND`'],
  tableNotFound: ['Errors', '`TABLE_NOT_FOUND`'],
} as const satisfies Readonly<Record<string, readonly [section: string, quote: string]>>

export function decided(...names: readonly (keyof typeof DECISIONS)[]): readonly Sentence[] {
  return names.map((name) => {
    const [number, quote] = DECISIONS[name]
    return { number, quote }
  })
}
