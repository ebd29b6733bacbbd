/** All settings of the program. */
import { DATABASE_SETTINGS, type DatabaseSettings } from '../database/database-settings'
import {
  AUTHENTICATION_SETTINGS,
  type AuthenticationSettings,
} from '../http/authentication/authentication-settings'
import {
  AUTHORIZATION_SETTINGS,
  type AuthorizationSettings,
} from '../http/authorization/authorization-settings'
import { HTTP_SETTINGS, type HttpSettings } from '../http/http-settings'
import { API_DOCS_SETTINGS, type ApiDocsSettings } from '../http/openapi/api-docs-settings'
import {
  OPERATIONS_SETTINGS,
  type OperationsSettings,
} from '../http/operations/operations-settings'
import {
  RATE_LIMIT_SETTINGS,
  type RateLimitSettings,
} from '../http/rate-limits/rate-limit-settings'
import { VIEWER_SETTINGS, type ViewerSettings } from '../http/viewer-page/viewer-settings'
import { SERVER_SETTINGS, type ServerSettings } from '../http/server-settings'
import type { Setting } from '../settings/setting-definition'

export interface Settings
  extends
    DatabaseSettings,
    ServerSettings,
    HttpSettings,
    ViewerSettings,
    ApiDocsSettings,
    AuthenticationSettings,
    AuthorizationSettings,
    RateLimitSettings,
    OperationsSettings {}

export type SettingName = keyof Settings

/** Settings by the title of their section in the documentation. */
export const SETTING_SECTIONS: Readonly<
  Record<string, Partial<Readonly<Record<SettingName, Setting<unknown>>>>>
> = {
  Database: DATABASE_SETTINGS,
  Server: SERVER_SETTINGS,
  'Requests and responses': HTTP_SETTINGS,
  'Pages for browsers': { ...VIEWER_SETTINGS, ...API_DOCS_SETTINGS },
  Authentication: AUTHENTICATION_SETTINGS,
  Authorization: AUTHORIZATION_SETTINGS,
  'Rate limits': RATE_LIMIT_SETTINGS,
  Operations: OPERATIONS_SETTINGS,
}

export const SETTINGS: Readonly<Record<SettingName, Setting<unknown>>> = {
  ...DATABASE_SETTINGS,
  ...SERVER_SETTINGS,
  ...HTTP_SETTINGS,
  ...VIEWER_SETTINGS,
  ...API_DOCS_SETTINGS,
  ...AUTHENTICATION_SETTINGS,
  ...AUTHORIZATION_SETTINGS,
  ...RATE_LIMIT_SETTINGS,
  ...OPERATIONS_SETTINGS,
}

export const SETTING_NAMES = Object.keys(SETTINGS) as readonly SettingName[]
