/** Errors of a database as the API tells them. */
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

/** @throws ApiError, or ResultTooLargeError */
export async function fromDatabase<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof ResultTooLargeError || error instanceof ApiError) throw error
    if (error instanceof OverloadedError) throw overloaded(error)
    if (error instanceof RoleRefusedError) throw roleRefused(error)
    throw error instanceof StatementTimeoutError ? statementTimedOut(error) : databaseError(error)
  }
}

/**
 * Reads rows.
 * @param limit that the client asked for
 * @param maxBytes of a response
 * @throws ApiError
 */
export async function rowsFromDatabase<T>(
  limit: number,
  maxBytes: number,
  read: () => Promise<T>,
): Promise<T> {
  try {
    return await fromDatabase(read)
  } catch (error) {
    throw error instanceof ResultTooLargeError ? responseTooLarge(limit, maxBytes) : error
  }
}
