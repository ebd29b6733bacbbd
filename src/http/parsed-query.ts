/** What query strings mean. Most are sent over and over, so what was understood is remembered. */
import { LRUCache } from 'lru-cache'
import type { TableQuery } from '../core/table-query'
import { createQueryParamsParser } from './query-params'
import { parseQueryString, withParameter } from './query-string'

export interface ParsedQuery {
  /** Frozen, because all who send the same text share it. */
  readonly query: TableQuery
  /** The query string of another of its pages. */
  readonly textOfPage: (page: string) => string
}

/** Query strings that are remembered, and the longest of them. */
const MOST_TEXTS = 1000
const LONGEST_TEXT = 1000

/** The parser throws ApiError INVALID_QUERY for the first parameter that is not well-formed. */
export function createQueryParser(maxLimit: number): (text: string) => ParsedQuery {
  const parseParams = createQueryParamsParser(maxLimit)
  const remembered = new LRUCache<string, ParsedQuery>({ max: MOST_TEXTS })
  return (text) => {
    const known = remembered.get(text)
    if (known) return known
    const query = Object.freeze(parseParams(parseQueryString(text)))
    const parsed = { query, textOfPage: withParameter(text, 'page') }
    if (text.length <= LONGEST_TEXT) remembered.set(text, parsed)
    return parsed
  }
}
