/** Authorization settings. */
import { setting, type SettingValues } from '../../settings/setting-definition'
import { converted, text } from '../../settings/setting-type'
import { hasJwtKey, type AuthenticationSettings } from '../authentication/authentication-settings'
import { databaseCallerBy, type DatabaseCallerOf } from './database-role'
import {
  DEFAULT_REFUSED_TABLES,
  permissionsBy,
  readPermissions,
  PERMISSIONS_FORMAT,
  REFUSED_TABLES,
  type PermissionOf,
} from './permissions'

export const AUTHORIZATION_SETTINGS = {
  permissions: setting(converted(PERMISSIONS_FORMAT, readPermissions), {
    description: 'Rules that say which callers may read which tables and columns',
    unset: 'every caller reads everything',
    refusesEmpty: true,
  }),
  refusedTables: setting(REFUSED_TABLES, {
    description: 'Respond 404 (hide) or 401 (refuse) for a table that the caller may not read',
    default: DEFAULT_REFUSED_TABLES,
  }),
  databaseRole: setting(text('the name of a role'), {
    description: 'Postgres role that runs the statements of callers without a role of their own',
    unset: 'none',
    refusesEmpty: true,
  }),
}

export type AuthorizationSettings = SettingValues<typeof AUTHORIZATION_SETTINGS>

/** Describes the first invalid combination of settings; `undefined` if there is none. */
export function authorizationConflict(
  settings: AuthorizationSettings & AuthenticationSettings,
): string | undefined {
  const { permissions, jwtPermissionsClaim } = settings
  // An operator who sets the claim expects it to restrict callers.
  if (jwtPermissionsClaim !== undefined && permissions === undefined)
    return 'jwtPermissionsClaim needs permissions: {} allows only what the claims allow'
  const unknown = [...(permissions?.callers.keys() ?? [])].find((key) => !isCaller(key, settings))
  if (unknown === undefined) return undefined
  const allowed = 'bearer:NAME of tokens, apiKey:NAME of apiKeys, or jwt:SUBJECT'
  return `permissions: there is no caller "${unknown}"; a key of callers is ${allowed}`
}

/** The rules of a misspelt caller, also those that deny, would have no effect. */
function isCaller(
  key: string,
  { tokens = [], apiKeys = [], ...settings }: AuthenticationSettings,
): boolean {
  const name = key.slice(key.indexOf(':') + 1)
  const has = (secrets: readonly { readonly name: string }[]): boolean =>
    secrets.some((secret) => secret.name === name)
  if (key.startsWith('bearer:')) return has(tokens)
  if (key.startsWith('apiKey:')) return has(apiKeys)
  return key.startsWith('jwt:') && hasJwtKey(settings)
}

/** The database roles that the settings name; those of JSON Web Tokens are only known from requests. */
export function namedDatabaseRoles({
  databaseRole,
  tokens = [],
  apiKeys = [],
}: AuthorizationSettings & AuthenticationSettings): string[] {
  const roles = [databaseRole, ...[...tokens, ...apiKeys].map((secret) => secret.databaseRole)]
  return [...new Set(roles.filter((role) => role !== undefined))]
}

/** `undefined` if statements run with the connection's own role. */
export function databaseCallers(
  settings: AuthorizationSettings & AuthenticationSettings,
): DatabaseCallerOf | undefined {
  const { databaseRole, jwtDatabaseRoleClaim } = settings
  const isEnabled = jwtDatabaseRoleClaim !== undefined || namedDatabaseRoles(settings).length > 0
  return isEnabled ? databaseCallerBy(databaseRole) : undefined
}

/** `undefined` if every caller may read everything. */
export function authorization(settings: AuthorizationSettings): PermissionOf | undefined {
  const { permissions, refusedTables } = settings
  return permissions && permissionsBy(permissions, refusedTables)
}
