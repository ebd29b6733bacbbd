/** Whether an answer is one that the contract knows. */
import { statusOfError } from '../../src/core/errors'

/** What is wrong with an answer; `undefined` when nothing is. */
export function flawOf(status: number, text: string): string | undefined {
  if (status === 204 || status === 304) return text === '' ? undefined : 'a body that must not be'
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    return 'no JSON'
  }
  return status === 200 ? flawOfSuccess(body) : flawOfError(status, body)
}

function flawOfSuccess(body: unknown): string | undefined {
  if (Array.isArray(body)) {
    return body.every((name) => typeof name === 'string') ? undefined : 'a list of other than names'
  }
  if (!isRecord(body)) return 'neither a list nor an object'
  if (hasKeys(body, ['name', 'columns'])) return undefined
  if (!hasKeys(body, ['data', 'columns', 'pagination'])) return `keys ${Object.keys(body).join()}`
  const { data, columns, pagination } = body
  const isPage =
    Array.isArray(data) &&
    Array.isArray(columns) &&
    isRecord(pagination) &&
    hasKeys(pagination, ['page', 'limit', 'total', 'totalPages']) &&
    Object.values(pagination).every((value) => Number.isSafeInteger(value))
  return isPage ? undefined : 'no page'
}

function flawOfError(status: number, body: unknown): string | undefined {
  if (!isRecord(body)) return 'no object'
  const { error, message, details } = body
  const known: Readonly<Record<string, number>> = statusOfError
  if (typeof error !== 'string' || known[error] !== status) return `${String(error)} as ${status}`
  if (typeof message !== 'string') return 'no message'
  if (details !== undefined && !isRecord(details)) return 'details that are no object'
  const more = Object.keys(body).filter((key) => !['error', 'message', 'details'].includes(key))
  return more.length === 0 ? undefined : `keys ${more.join()}`
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function hasKeys(value: object, keys: readonly string[]): boolean {
  return Object.keys(value).join() === keys.join()
}
