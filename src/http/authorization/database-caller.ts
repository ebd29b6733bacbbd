/** Whom requests run for in the database itself, where it has grants and policies of its own. */
import { roleRefused } from '../../core/errors'
import type { DatabaseCaller } from '../../dialect/dialect'
import type { Principal } from '../authentication/principal'

/** @throws ApiError AUTHENTICATION_FAILED for who has no role */
export type DatabaseCallerOf = (principal: Principal | undefined) => DatabaseCaller

/** @param usualRole of callers without one of their own, and of who has not said who it is */
export function databaseCallerBy(usualRole?: string): DatabaseCallerOf {
  return (principal) => {
    const role = principal?.databaseRole ?? usualRole
    if (role === undefined || role === '') throw roleRefused()
    const known = principal && { sub: principal.name, roles: principal.roles }
    return { role, claims: JSON.stringify({ ...known, ...principal?.claims, role }) }
  }
}
