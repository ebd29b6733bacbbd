/** Converts errors of the database to errors of the API. */
import { RoleRefusedError } from '../dialect/dialect'
import { ResultTooLargeError } from '../dialect/result-size'
import { OverloadedError, StatementTimeoutError } from '../dialect/sessions/session-errors'
import {
  ApiError,
  databaseError,
  overloaded,
  ResponseTooLargeError,
  roleRefused,
  statementTimedOut,
} from './errors'

/** @throws ApiError */
export async function withApiErrors<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    throw apiErrorOf(error)
  }
}

export function apiErrorOf(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  if (error instanceof OverloadedError) return overloaded(error)
  if (error instanceof RoleRefusedError) return roleRefused(error)
  return error instanceof StatementTimeoutError ? statementTimedOut(error) : databaseError(error)
}

/**
 * Converts the error of a read of rows.
 * @param limit the request's `limit`
 * @param maxBytes maximum bytes of a response
 */
export function rowsErrorOf(error: unknown, limit: number, maxBytes: number): ApiError {
  return error instanceof ResultTooLargeError
    ? new ResponseTooLargeError(limit, maxBytes)
    : apiErrorOf(error)
}
