import type { Context } from 'koa'
import type { Rule } from '../../core/permission'

/** The authenticated caller. */
export interface Principal {
  /** Name of the scheme, as in `details.authMethod`. */
  readonly authMethod: string
  /** Unique within its scheme; for logs and rate limits. */
  readonly name: string
  /** The roles that permissions refer to. */
  readonly roles: readonly string[]
  /** A rule from the caller's token, in addition to those of its roles. */
  readonly rule?: Rule
  /** The database role that runs its statements, if it has its own. */
  readonly databaseRole?: string
  /** The claims of its token, for policies of the database. */
  readonly claims?: Readonly<Record<string, unknown>>
}

/** @returns `undefined` if the request is not authenticated, or not yet */
export function principalOf({ state }: Pick<Context, 'state'>): Principal | undefined {
  const { principal }: { principal?: Principal } = state
  return principal
}

/** Scheme and name, e.g. `jwt:ada`. */
export function nameOf({ authMethod, name }: Principal): string {
  return `${authMethod}:${name}`
}

/**
 * Checks the result of a function or a scheme of the app. Without this check, `() => false`, or a
 * function that makes a scheme instead of the scheme, would let every caller in.
 * @throws TypeError if it is neither `undefined` nor a principal
 */
export function checkedPrincipal(result: unknown): Principal | undefined {
  if (result === undefined || isPrincipal(result)) return result
  throw new TypeError(
    'authenticate must return undefined or a principal {authMethod, name, roles}, and throw to refuse a request',
  )
}

function isPrincipal(result: unknown): result is Principal {
  if (typeof result !== 'object' || result === null) return false
  const { authMethod, name, roles }: Partial<Record<keyof Principal, unknown>> = result
  const hasNames = typeof authMethod === 'string' && typeof name === 'string'
  return hasNames && Array.isArray(roles) && roles.every((role) => typeof role === 'string')
}
