/** Errors of requests that get no session. */
import { isNativeError } from 'node:util/types'
import { asConnectFailure, ConnectTimeoutError, OverloadedError } from './session-errors'

export function poolClosed(): Error {
  return new Error('the connection is closed')
}

/** @param isFull whether there are as many sessions as possible, and others use them */
export function waitedTooLong(isFull: boolean): Error {
  if (isFull) return inUse()
  return asConnectFailure(new ConnectTimeoutError('no connection could be opened in time'))
}

/** @param isFull see `waitedTooLong` */
export function notOpened(cause: unknown, isFull: boolean): Error {
  if (isFull && cause instanceof ConnectTimeoutError) return inUse(cause)
  // Not `instanceof`: errors of another realm, such as those of Node.js in tests, have another class.
  const isError = isNativeError(cause)
  return asConnectFailure(isError ? cause : new Error('no connection could be opened', { cause }))
}

function inUse(cause?: unknown): OverloadedError {
  return new OverloadedError('all connections are in use', { cause })
}
