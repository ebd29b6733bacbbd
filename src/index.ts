/**
 * The library: opens a database, and makes a router or an app of it.
 * @module tablequery
 */
export { createApp } from './app'
export { ApiError, authenticationFailed, type ErrorCode } from './core/errors'
export type { Pagination } from './core/pagination'
export type { QueryResult, ResultLimits, TableService } from './core/table-service'
export type { Grant, GrantNames, Permission, Rule } from './core/permission'
export type { SortTerm, TableQuery } from './core/table-query'
export { DatabaseUnavailableError, openDatabase, type Database } from './database/database'
export type { DatabaseOptions } from './database/database-options'
export type { DatabaseCaller, SortDirection } from './dialect/dialect'
export type { Cell, ColumnDescription, JsonEncoder, TableDescription } from './dialect/schema'
export type { PoolerMode, ServerFacts } from './dialect/server-facts'
export type { PoolState } from './dialect/sessions/pool-state'
export type { HostReport, HostRole } from './dialect/sessions/host-state'
export type { UserFacts } from './dialect/user-facts'
export type { RequestLogEntry } from './http/request-log'
export { apiKeys, type ApiKeyHeaders } from './http/authentication/api-keys'
export type { Authenticate, Authentication } from './http/authentication/authenticate'
export { bearerTokens } from './http/authentication/bearer-tokens'
export { jsonWebTokens } from './http/authentication/json-web-tokens'
export type { JwtKey, JwtOptions } from './http/authentication/json-web-token-options'
export type { Principal } from './http/authentication/principal'
export type { AuthenticationScheme, DescribedCredentials } from './http/authentication/scheme'
export { readSecrets, type Secret } from './http/authentication/secrets'
export { databaseCallerBy, type DatabaseCallerOf } from './http/authorization/database-role'
export {
  permissionsBy,
  readPermissions,
  type PermissionOf,
  type Permissions,
} from './http/authorization/permissions'
export { openApiDocument } from './http/openapi/document'
export type { OpenApiDocument } from './http/openapi/objects'
export type { OtherPaths } from './http/openapi/other-paths'
export { addressBehind, type AddressOf } from './http/rate-limits/client-address'
export { rateLimit, type RateLimit, type RequestCounter } from './http/rate-limits/rate-limit'
export { createRouter } from './http/routes'
export type { AppOptions, DocumentOptions, OtherRoutes, RoutesOptions } from './http/app-options'
