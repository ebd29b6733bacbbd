/** The bodies of errors. One with the names of many tables is made only when there is memory for it. */
import type { Context } from 'koa'
import type { ApiError } from '../../core/errors'
import { statementSignal } from '../client-connection'
import { errorBody } from '../errors/error-handler'
import type { ResponseMemory } from './response-memory'

/** Characters of names in a body that does not wait, so that most errors are fast while large responses are slow. */
const MAX_WITHOUT_WAIT = 16 * 1024

/** @throws ApiError INTERNAL_SERVER_ERROR if too many requests wait, or if the wait is too long; the signal's reason */
export async function errorBodyWithin(
  memory: ResponseMemory,
  ctx: Context,
  error: ApiError,
): Promise<string | Buffer> {
  if (lengthOfNames(error) <= MAX_WITHOUT_WAIT) {
    const body = errorBody(error)
    memory.countError(ctx, body)
    return body
  }
  const request = { keys: [error.code], rows: 1, signal: statementSignal(ctx) }
  const create = () => Promise.resolve({ body: errorBody(error), rows: 1 })
  return (await memory.create(ctx, request, create)).body
}

function lengthOfNames({ details }: ApiError): number {
  const names: unknown = details?.['availableTables']
  return Array.isArray(names)
    ? names.reduce((sum: number, name) => sum + String(name).length, 0)
    : 0
}
