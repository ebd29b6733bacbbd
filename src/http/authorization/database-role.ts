/** Maps callers to database roles, so that the database's own grants and policies apply. */
import { roleRefused } from '../../core/errors'
import type { DatabaseCaller } from '../../dialect/dialect'
import type { Principal } from '../authentication/principal'

/** @throws ApiError AUTHENTICATION_FAILED if the caller has no role */
export type DatabaseCallerOf = (principal: Principal | undefined) => DatabaseCaller

/** @param defaultRole role of callers without one of their own, and of unauthenticated requests */
export function databaseCallerBy(defaultRole?: string): DatabaseCallerOf {
  return (principal) => {
    const role = principal?.databaseRole ?? defaultRole
    if (role === undefined || role === '') throw roleRefused()
    const identity = principal && { sub: principal.name, roles: principal.roles }
    return { role, claims: JSON.stringify({ ...identity, ...principal?.claims, role }) }
  }
}
