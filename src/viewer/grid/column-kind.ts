/** How values of a column are shown and whether they can be searched, by the name of its type. */

export type ColumnKind = 'text' | 'number' | 'binary' | 'other'

const NUMBER = /int|serial|numeric|decimal|float|double|real|money|number|^year/i
const BINARY = /blob|binary|bytea/i

/** Types that no engine counts as text; the names of enums and domains may be anything else. */
const NO_TEXT = /date|time|interval|bool|uuid|json|xml|^bit|inet|cidr|macaddr|point|range|\[\]/i

export function kindOf(type: string): ColumnKind {
  if (BINARY.test(type)) return 'binary'
  if (/interval|point/i.test(type)) return 'other'
  return NUMBER.test(type) && !/range|\[\]/i.test(type) ? 'number' : 'text'
}

/** Whether a search in it may find something: where this is a wrong guess, the server says so. */
export function isSearchable(type: string): boolean {
  return kindOf(type) === 'text' && !NO_TEXT.test(type)
}
