/** Settings of what those who are let in may read. */
import Joi from 'joi'
import type { Setting } from '../../setting'
import type { AuthenticationSettings } from '../authentication/settings'
import { databaseCallerBy, type DatabaseCallerOf } from './database-caller'
import {
  permissionsBy,
  readPermissions,
  WRITTEN_PERMISSIONS,
  type PermissionOf,
  type Permissions,
} from './permissions'

export interface AuthorizationSettings {
  readonly permissions?: Permissions
  readonly refusedTables: 'hide' | 'refuse'
  readonly databaseRole?: string
}

export const AUTHORIZATION_SETTINGS: Readonly<Record<keyof AuthorizationSettings, Setting>> = {
  permissions: {
    schema: Joi.any().custom(readPermissions),
    allowed: WRITTEN_PERMISSIONS,
    description: 'which tables and columns may be read by whom (default: all by everyone)',
  },
  refusedTables: {
    schema: Joi.string().valid('hide', 'refuse').default('hide'),
    allowed: 'hide or refuse',
    description: 'whether a table that may not be read is 404 or 401 (default: hide)',
  },
  databaseRole: {
    schema: Joi.string(),
    allowed: 'the name of a role',
    description: 'Postgres role of callers without one of their own (default: no roles)',
  },
}

/** `undefined` when no request runs by a role of the database. */
export function databaseCallers(
  settings: AuthorizationSettings & AuthenticationSettings,
): DatabaseCallerOf | undefined {
  const { databaseRole, jwtDatabaseRoleClaim, tokens = [], apiKeys = [] } = settings
  const isAsked =
    databaseRole !== undefined ||
    jwtDatabaseRoleClaim !== undefined ||
    [...tokens, ...apiKeys].some((secret) => secret.databaseRole !== undefined)
  return isAsked ? databaseCallerBy(databaseRole) : undefined
}

/** `undefined` when everyone may read everything. */
export function authorization(settings: AuthorizationSettings): PermissionOf | undefined {
  const { permissions, refusedTables } = settings
  return permissions && permissionsBy(permissions, refusedTables === 'refuse')
}
