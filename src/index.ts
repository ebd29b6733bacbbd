/** Public exports: everything that a program using this as a library may rely on. */
export { createApp } from './app'
export { ApiError, authenticationFailed, type ErrorCode } from './core/errors'
export type { Pagination } from './core/pagination'
export type { QueryResult, TableService } from './core/table-service'
export type { SortTerm, TableQuery } from './core/table-query'
export {
  DatabaseUnavailableError,
  openDatabase,
  type Database,
  type DatabaseOptions,
} from './database'
export type { ConnectionOptions, Dialect, Introspector } from './dialect/dialect'
export type { ColumnSchema, TableSchema } from './dialect/schema'
export type { Authenticate } from './http/authenticate'
export { createRouter, type RoutesOptions } from './http/routes'
