/** Maps callers to database roles, so that the database's own grants and policies apply. */
import { roleRefused } from '../../core/errors'
import type { DatabaseCaller } from '../../dialect/dialect'
import type { Principal } from '../authentication/principal'

/**
 * Returns the database role of a caller; `undefined` is a caller without credentials.
 * @throws ApiError AUTHENTICATION_FAILED if the caller has no role
 */
export type DatabaseCallerOf = (principal: Principal | undefined) => DatabaseCaller

/**
 * Runs the statements of each caller with its own database role.
 * @param defaultRole role of callers without one of their own, and of unauthenticated requests; default:
 *   none, their requests fail with AUTHENTICATION_FAILED
 */
export function databaseCallerBy(defaultRole?: string): DatabaseCallerOf {
  return (principal) => {
    const role = principal?.databaseRole ?? defaultRole
    if (role === undefined || role === '') throw roleRefused()
    const identity = principal && { sub: principal.name, roles: principal.roles }
    return { role, claims: JSON.stringify({ ...identity, ...principal?.claims, role }) }
  }
}
