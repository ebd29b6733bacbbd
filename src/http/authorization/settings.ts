/** Settings of what those who are let in may read. */
import Joi from 'joi'
import type { Setting } from '../../setting'
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
}

/** `undefined` when everyone may read everything. */
export function authorization(settings: AuthorizationSettings): PermissionOf | undefined {
  const { permissions, refusedTables } = settings
  return permissions && permissionsBy(permissions, refusedTables === 'refuse')
}
