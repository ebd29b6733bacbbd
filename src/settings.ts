/** Every setting, once: its name, what it may be, and what it is for. Help and checks come from here. */
import Joi from 'joi'
import { DEFAULT_OPTIONS } from './database'
import {
  AUTHENTICATION_SETTINGS,
  type AuthenticationSettings,
} from './http/authentication/settings'
import { AUTHORIZATION_SETTINGS, type AuthorizationSettings } from './http/authorization/settings'
import { parseNameList } from './http/list-grammar'
import { API_DOCS_SETTINGS, type ApiDocsSettings } from './http/openapi/settings'
import { OPERATIONS_SETTINGS, type OperationsSettings } from './http/operations/settings'
import { RATE_LIMIT_SETTINGS, type RateLimitSettings } from './http/rate-limits/settings'
import { VIEWER_SETTINGS, type ViewerSettings } from './http/viewer-page/settings'
import { HTTP_SETTINGS, type HttpSettings } from './http/settings'
import { DEFAULT_CACHE_CONTROL, DEFAULT_MAX_LIMIT, DEFAULT_MOUNT_PATH } from './http/routes'
import type { Setting } from './setting'

export interface Settings
  extends
    AuthenticationSettings,
    AuthorizationSettings,
    RateLimitSettings,
    HttpSettings,
    ViewerSettings,
    OperationsSettings,
    ApiDocsSettings {
  readonly connection?: string
  readonly host: string
  readonly port: number
  readonly mountPath: string
  readonly maxLimit: number
  readonly schemas?: readonly string[]
  readonly poolSize: number
  readonly maxWaiting: number
  readonly connectTimeout: number
  readonly statementTimeout: number
  readonly maxResponseBytes: number
  readonly cacheControl: string
  readonly workers: number
}

export const SETTINGS: Readonly<Record<keyof Settings, Setting>> = {
  connection: {
    schema: Joi.string(),
    allowed: 'a postgres://, mysql://, mariadb:// or sqlite: URL, or the path of a SQLite file',
    description: 'database to serve (default: the bundled shop)',
    secret: 'in URL',
    alsoFrom: 'DATABASE_URL',
  },
  host: {
    schema: Joi.string().default('127.0.0.1'),
    allowed: 'an address or a host name',
    description: 'address to listen on (default: 127.0.0.1)',
    alsoFrom: 'HOST',
  },
  port: {
    schema: Joi.number().port().default(3000),
    allowed: 'a whole number from 0 to 65535',
    description: 'port to listen on, 0 for a free one (default: 3000)',
    alsoFrom: 'PORT',
  },
  mountPath: {
    schema: Joi.string()
      .pattern(/^(\/[\w.~-]+)+$|^\/$/)
      .default(DEFAULT_MOUNT_PATH),
    allowed:
      'a path that begins with / and does not end with it, of letters, digits, . _ ~ - and /',
    description: `path of the three routes (default: ${DEFAULT_MOUNT_PATH})`,
  },
  maxLimit: {
    schema: Joi.number().integer().min(1).default(DEFAULT_MAX_LIMIT),
    allowed: 'a whole number from 1',
    description: `largest limit that a request may ask for (default: ${DEFAULT_MAX_LIMIT})`,
  },
  schemas: {
    schema: Joi.alternatives(
      Joi.array().items(Joi.string()).min(1),
      Joi.string().custom(parseNameList),
    ),
    allowed: 'a list of names separated by commas',
    description: "schemas to serve, of Postgres (default: the search path's)",
  },
  poolSize: {
    schema: Joi.number().integer().min(1).max(1000).default(DEFAULT_OPTIONS.poolSize),
    allowed: 'a whole number from 1 to 1000',
    description: 'connections to the database at most (default: 10)',
  },
  maxWaiting: {
    schema: Joi.number().integer().min(0).max(1_000_000).default(DEFAULT_OPTIONS.maxWaiting),
    allowed: 'a whole number from 0 to 1000000',
    description: 'requests that may wait for a connection, or for memory (default: 500)',
  },
  connectTimeout: {
    schema: Joi.number().integer().min(1).max(600_000).default(DEFAULT_OPTIONS.connectTimeout),
    allowed: 'a whole number of milliseconds from 1 to 600000',
    description: 'milliseconds to wait for a connection (default: 10000)',
  },
  statementTimeout: {
    schema: Joi.number().integer().min(1).max(86_400_000).default(DEFAULT_OPTIONS.statementTimeout),
    allowed: 'a whole number of milliseconds from 1 to 86400000',
    description: 'milliseconds until the database stops a query (default: 30000)',
  },
  maxResponseBytes: {
    schema: Joi.number()
      .integer()
      .min(1024)
      .max(512 * 1024 * 1024)
      .default(DEFAULT_OPTIONS.maxResponseBytes),
    allowed: 'a whole number of bytes from 1024 to 536870912',
    description: 'bytes of an answer at most (default: 33554432)',
  },
  cacheControl: {
    schema: Joi.string()
      .pattern(/^[\x20-\x7e]+$/)
      .default(DEFAULT_CACHE_CONTROL),
    allowed: 'a value of the header Cache-Control',
    description: `Cache-Control of answers (default: ${DEFAULT_CACHE_CONTROL})`,
  },
  workers: {
    schema: Joi.number().integer().min(1).max(128).default(1),
    allowed: 'a whole number from 1 to 128',
    description: 'processes that serve, each with a pool of its own (default: 1)',
  },
  ...AUTHENTICATION_SETTINGS,
  ...AUTHORIZATION_SETTINGS,
  ...RATE_LIMIT_SETTINGS,
  ...HTTP_SETTINGS,
  ...VIEWER_SETTINGS,
  ...OPERATIONS_SETTINGS,
  ...API_DOCS_SETTINGS,
}

export const SETTING_NAMES = Object.keys(SETTINGS) as readonly (keyof Settings)[]

/** `maxLimit` as a flag: `max-limit`. */
export function flagName(setting: string): string {
  return setting.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

/** `maxLimit` in the environment: `TABLEQUERY_MAX_LIMIT`. */
export function variableName(setting: string): string {
  return `TABLEQUERY_${flagName(setting).replaceAll('-', '_').toUpperCase()}`
}
