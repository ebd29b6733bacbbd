/** Parses query strings. Clients often repeat them, so results are cached. */
import { LRUCache } from 'lru-cache'
import { freezeQuery, type TableQuery } from '../../core/table-query'
import { createParametersParser } from './query-parameters'
import { parseQueryString, withParameter } from './query-string'

interface ParsedQuery {
  /** Frozen, because requests with equal query strings share it. */
  readonly query: TableQuery
  /** Makes the query string of another page. */
  readonly queryStringOf: (page: string) => string
}

/** Number of cached query strings, and the maximum length of one. */
const MAX_CACHED = 1000
const MAX_CACHED_LENGTH = 1000

/** The parser throws ApiError INVALID_QUERY for the first malformed parameter. */
export function createQueryParser(maxLimit: number): (text: string) => ParsedQuery {
  const parseParameters = createParametersParser(maxLimit)
  const cache = new LRUCache<string, ParsedQuery>({ max: MAX_CACHED })
  return (text) => {
    const cached = cache.get(text)
    if (cached) return cached
    const query = freezeQuery(parseParameters(parseQueryString(text)))
    const parsed = { query, queryStringOf: withParameter(text, 'page') }
    if (text.length <= MAX_CACHED_LENGTH) cache.set(text, parsed)
    return parsed
  }
}
