/** Collects all checks. Each comes after those it depends on, so the first failure names the fault. */
import type { Check } from '../check'
import { authentication } from './authentication'
import { errors } from './errors'
import { headers } from './headers'
import { invalidQuery } from './invalid-query'
import { metadata } from './metadata'
import { pages } from './pages'
import { queryResult } from './query-result'
import { sameParameters } from './sameness/parameters'
import { sameHeaders } from './sameness/headers'
import { sameSearch } from './sameness/search'
import { sameValues } from './sameness/values'
import { search } from './search'
import { selection } from './selection'
import { sort } from './sort'
import { tables } from './tables'

/** All checks, in the order in which they run. */
export const CHECKS: readonly Check[] = [
  ...tables,
  ...metadata,
  ...queryResult,
  ...selection,
  ...pages,
  ...sort,
  ...search,
  ...errors,
  ...invalidQuery,
  ...headers,
  ...authentication,
  ...sameParameters,
  ...sameSearch,
  ...sameValues,
  ...sameHeaders,
]
