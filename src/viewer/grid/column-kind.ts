/** Alignment and searchability of a column, guessed from the name of its type. */

export type ColumnKind = 'text' | 'number' | 'binary' | 'other'

const NUMBER = /int|serial|numeric|decimal|float|double|real|money|number|^year/i
const BINARY = /blob|binary|bytea/i

/** Types that are not text on any engine. Enums and domains can have any other name. */
const NO_TEXT = /date|time|interval|bool|uuid|json|xml|^bit|inet|cidr|macaddr|point|range|\[\]/i

export function kindOf(type: string): ColumnKind {
  if (BINARY.test(type)) return 'binary'
  if (/interval|point/i.test(type)) return 'other'
  return NUMBER.test(type) && !/range|\[\]/i.test(type) ? 'number' : 'text'
}

/** Whether the column may be searchable. If the guess is wrong, the server responds with an error. */
export function isSearchable(type: string): boolean {
  return kindOf(type) === 'text' && !NO_TEXT.test(type)
}
