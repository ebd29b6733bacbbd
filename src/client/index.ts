/**
 * The client: for browsers and Node.js, without dependencies. It is the entry `tablequery/client`.
 * @module client
 */
export {
  createTableQueryClient,
  type ClientOptions,
  type HeadersLike,
  type RequestOptions,
  type TableQueryClient,
} from './client'
export type {
  ColumnMetadata,
  JsonValue,
  Pagination,
  QueryResult,
  Row,
  SortTerm,
  TableMetadata,
  TableQuery,
} from './contract'
export {
  AuthenticationFailedError,
  DatabaseError,
  InternalServerError,
  InvalidQueryError,
  NetworkError,
  RateLimitError,
  TableNotFoundError,
  TableQueryError,
  UnexpectedResponseError,
  type ErrorFacts,
} from './errors'
