import type { RouterContext } from '@koa/router'
import { decodePercent } from './query/query-string'

/**
 * The table that a path names, in its last parameter: an app can nest a router below parameters of its own.
 * The router's own decoding accepts malformed percent-encoding.
 * @throws ApiError INVALID_QUERY for text that is not percent-encoded UTF-8
 */
export function tableInPath({ captures }: Pick<RouterContext, 'captures'>): string {
  return decodePercent(captures?.at(-1) ?? '', 'table')
}
