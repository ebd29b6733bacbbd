/** The options of `runConformance`. */
import Joi from 'joi'
import { plainBaseUrl } from '../base-url'
import { FUNCTION, required, type OptionTypes } from '../settings/option-check'
import { converted, list, oneOf, wholeNumber } from '../settings/setting-type'
import { LEVELS, type Level } from './check'
import type { Result } from './report'

/** Options of `runConformance`. */
export interface ConformanceOptions {
  /** URL with the mount path, e.g. `https://example.org/api/table-viewer`, without credentials, query and fragment. */
  readonly baseUrl: string
  /** Headers with the credentials of a caller who may read every table to check; default: none. */
  readonly headers?: Readonly<Record<string, string>>
  /** Runs the checks up to this level; default: `should`. */
  readonly level?: Level
  /** Tables to check; default: the first 40 of the list. */
  readonly tables?: readonly string[]
  /** Maximum number of requests; default: 20,000. */
  readonly maxRequests?: number
  /** Maximum milliseconds of a request; default: 10,000. */
  readonly timeout?: number
  /** Maximum rows of a page, from 1; default: 250. Tables with fewer rows are checked more thoroughly. */
  readonly pageRows?: number
  /** Selects checks by their id; default: all. */
  readonly only?: (id: string) => boolean
  /** Called when a check has run for all tables; default: no call. */
  readonly onResults?: (results: readonly Result[]) => void
}

const fromOne = wholeNumber({ from: 1 })

export const CONFORMANCE_OPTION_TYPES: OptionTypes<ConformanceOptions> = {
  baseUrl: required(
    converted('an http:// or https:// URL without credentials, query and fragment', (value) => {
      if (typeof value === 'string' && plainBaseUrl(value) !== undefined) return value
      throw new TypeError('not a base URL')
    }),
  ),
  headers: {
    schema: Joi.object().pattern(Joi.string(), Joi.string().allow('')),
    allowed: 'an object with the names and values of headers',
  },
  level: oneOf(...LEVELS),
  tables: list('a list of names', Joi.array().items(Joi.string())),
  maxRequests: fromOne,
  // Timers of Node.js with a longer time expire at once: https://nodejs.org/api/timers.html#settimeoutcallback-delay-args
  timeout: wholeNumber({ from: 1, to: 2 ** 31 - 1, unit: 'milliseconds' }),
  pageRows: fromOne,
  only: FUNCTION,
  onResults: FUNCTION,
}
