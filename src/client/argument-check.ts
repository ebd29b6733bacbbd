/** Checks what a program passes to the client, without a library, because the client has no dependencies. */
import { isRecord } from './errors'

type Check = (value: unknown) => boolean

/** For each key that an object may have, what its value must be. */
type Shape = Readonly<Record<string, readonly [isValid: Check, constraint: string]>>

const isText: Check = (value) => typeof value === 'string'
const isFunction: Check = (value) => typeof value === 'function'
const isSignal: Check = (value) => isRecord(value) && 'aborted' in value
const isTextList: Check = (value) => Array.isArray(value) && value.every(isText)
const isSort: Check = (value) =>
  Array.isArray(value) &&
  value.every((term) => isRecord(term) && isText(term['column']) && isText(term['direction']))
const optional =
  (isValid: Check): Check =>
  (value) =>
    value === undefined || isValid(value)

const OPTIONS: Shape = {
  baseUrl: [isText, 'of type string'],
  headers: [
    (value) => value !== null && ['undefined', 'object', 'function'].includes(typeof value),
    'of type object or function',
  ],
  fetch: [optional(isFunction), 'of type function'],
  parse: [optional(isFunction), 'of type function'],
}

const TABLE: Shape = { table: [isText, 'the name of a table'] }

/** The server checks numbers and names, which depend on it. */
const EVERY_PAGE: Shape = {
  limit: [() => true, ''],
  filter: [optional(isText), 'of type string'],
  filterColumns: [optional(isTextList), 'a list of names'],
  sort: [optional(isSort), 'a list of { column, direction }'],
  columns: [optional(isTextList), 'a list of names'],
}

const QUERY: Shape = { ...TABLE, page: [() => true, ''], ...EVERY_PAGE }
const PAGES: Shape = { ...TABLE, ...EVERY_PAGE }

/** @throws TypeError */
export function checkOptions(options: unknown): void {
  checkShape('createTableQueryClient', options, OPTIONS)
}

/** @throws TypeError */
export function checkQuery(query: unknown): void {
  checkShape('query', query, QUERY)
}

/** @throws TypeError, also for a `page`, because `pages` starts with the first */
export function checkPages(query: unknown): void {
  checkShape('pages', query, PAGES)
}

/**
 * Accepts other properties too: `queryFn: client.tables` passes those of a query of TanStack Query, with its signal.
 * @throws TypeError
 */
export function checkRequestOptions(options: unknown): void {
  const isValid = isRecord(options) && optional(isSignal)(options['signal'])
  if (!isValid) throw new TypeError('signal must be an AbortSignal')
}

function checkShape(name: string, value: unknown, shape: Shape): void {
  const keys = Object.keys(shape)
  if (!isRecord(value)) throw new TypeError(`${name} needs an object with ${keys[0]}`)
  for (const key of Object.keys(value)) {
    if (keys.includes(key) || value[key] === undefined) continue
    throw new TypeError(`${name} has no option "${key}": it has ${keys.join(', ')}`)
  }
  for (const [key, [isValid, constraint]] of Object.entries(shape)) {
    if (!isValid(value[key])) throw new TypeError(`${name}: ${key} must be ${constraint}`)
  }
}

/**
 * @param mayBeRelative whether `fetch` knows the address of a page
 * @throws TypeError, which does not show the address, because it may contain a password
 */
export function checkBaseUrl(text: string, mayBeRelative: boolean): void {
  const url = parsedUrl(text, mayBeRelative ? 'http://page' : undefined)
  if (url && /^https?:$/.test(url.protocol) && !url.username && !url.password) {
    // An empty query or fragment would hide the rest of the path too.
    if (!/[?#]/.test(text)) return
  }
  throw new TypeError(
    `createTableQueryClient: baseUrl must be the address of the API, ${mayBeRelative ? '' : 'with a host, '}without credentials, query and fragment`,
  )
}

function parsedUrl(text: string, base: string | undefined): URL | undefined {
  try {
    return new URL(text, base)
  } catch {
    return undefined
  }
}
