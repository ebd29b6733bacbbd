/** Turns the errors of a database into those of the API. */
import { RoleRefusedError } from '../dialect/dialect'
import { ResultTooLargeError } from '../dialect/result-size'
import { OverloadedError, StatementTimeoutError } from '../dialect/sessions/session-errors'
import {
  ApiError,
  databaseError,
  overloaded,
  responseTooLarge,
  roleRefused,
  statementTimedOut,
} from './errors'

/** @throws ApiError */
export async function fromDatabase<T>(read: () => Promise<T>): Promise<T> {
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
 * The error of a failed read of rows.
 * @param limit of the request
 * @param maxBytes maximum bytes of a response
 */
export function rowsErrorOf(error: unknown, limit: number, maxBytes: number): ApiError {
  return error instanceof ResultTooLargeError
    ? responseTooLarge(limit, maxBytes)
    : apiErrorOf(error)
}
