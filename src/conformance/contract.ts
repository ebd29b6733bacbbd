/** The sentences of the contract, numbered by section. Dashes join the cells of a row of its tables. */

export const SECTIONS = {
  1: 'What the service does',
  2: 'Query result',
  3: 'Table list',
  4: 'Table metadata',
  5: 'Error body',
  6: 'Endpoints',
  7: 'Parameters of `GET /query`',
  8: 'Request headers',
  9: 'Rules of `GET /query`',
  10: '`GET /tables`',
  11: '`GET /tables/:table`',
  12: 'Authentication',
  13: 'Errors',
  14: 'Limits',
} as const

const SENTENCES = {
  '1.1': 'The service exposes the tables of a backing relational database over HTTP, read-only.',
  '1.2': 'Three GET routes exist under {mount_path}: query, tables, tables/:table.',
  '1.3':
    'Any frontend can consume the API and any backend or database can implement it. The contract is the same.',
  '1.4': 'Request parameters are query-string parameters. Responses are JSON.',
  '1.5': 'Authentication is optional and set by the deployment (see Authentication).',

  '2.1':
    "data — array of objects — Row records of the queried table, one object per row, keyed by column name. The keys are the table's columns, or only the requested columns when `columns` is given.",
  '2.2': 'columns — array of string — Column names of the result set.',
  '2.3': 'pagination — object — Pagination metadata.',
  '2.4': 'pagination.page — number — Current page number (1-indexed).',
  '2.5': 'pagination.limit — number — Records per page.',
  '2.6': 'pagination.total — number — Total number of records matching the query.',
  '2.7': 'pagination.totalPages — number — Total number of pages.',

  '3.1': 'A JSON array of strings. Each string is a table name.',

  '4.1': 'name — string — Table name.',
  '4.2': 'columns — array of objects — One entry per column.',
  '4.3': 'columns[].name — string — Column name.',
  '4.4':
    'columns[].type — string — Database type name of the column, as a descriptive string, for example a variable-length character type, an integer type, or a timestamp type without time zone.',

  '5.1': 'error — string — yes — Machine-readable error code.',
  '5.2': 'message — string — yes — Human-readable message.',
  '5.3':
    'details — object — no — Additional context; its keys depend on the error code (see Errors).',

  '6.1': 'All three are GET, carry no request body, and return JSON.',
  '6.2': 'GET — /query — Query rows of a table with pagination, filtering, sorting.',
  '6.3': 'GET — /tables — List available table names.',
  '6.4': 'GET — /tables/:table — Column metadata of one table.',

  '7.1':
    'table — string — yes — none — Name of an existing table. Must match exactly; case sensitivity depends on the database.',
  '7.2': 'page — number — no — 1 — Positive integer, 1-indexed.',
  '7.3': 'limit — number — no — 10 — Positive integer, rows per page. Recommended range 1 to 1000.',
  '7.4': 'filter — string — no — none — Case-insensitive partial-match search across text columns.',
  '7.5':
    'filterColumns — string list — no — all text columns — Comma-separated column names restricting `filter`. Only text-based columns are supported.',
  '7.6':
    'sort — string — no — none — Format `column:direction` entries separated by commas. Direction is `asc` or `desc`. Several columns allowed; order of entries is the order of sorting. Each column must exist in the table.',
  '7.7':
    'columns — string list — no — all columns — Comma-separated column names to return. Each must exist in the table.',

  '8.1':
    'Authorization — only if the deployment requires authentication — Bearer token or custom scheme.',
  '8.2': 'Content-Type — no — Typically application/json.',
  '8.3': 'Accept — no — Typically application/json.',
  '8.4': 'Other headers may carry credentials in custom schemes (see Authentication).',

  '9.1':
    'On success the status is 200 and the body is the query result (see Resources and their fields).',
  '9.2':
    '`pagination.page` and `pagination.limit` echo the effective page and limit, including defaults.',
  '9.3':
    '`pagination.total` counts all rows matching `filter` and `filterColumns`, not only the current page.',
  '9.4':
    '`pagination.totalPages` is the number of pages of size `limit` needed for `pagination.total`.',
  '9.5':
    'When `table` is missing, or a parameter value is invalid or malformed, the status is 400 with error INVALID_QUERY.',
  '9.6': 'When `table` does not exist, the status is 404 with error TABLE_NOT_FOUND.',
  '9.7': 'When `filter` is given without `filterColumns`, every text column is searched.',
  '9.8': 'When `columns` is omitted, every column is returned.',

  '10.1': 'No parameters. Returns 200 and a JSON array of table names.',

  '11.1':
    'Path parameter `table`: string, a table name. Returns 200 and the table metadata object.',

  '12.1':
    'Authentication is optional. It is required only if the backend implementation requires it. When it is not required, requests carry no authentication headers.',
  '12.2':
    'The usual scheme is a bearer token: header `Authorization` with the value `Bearer <ACCESS_TOKEN>`.',
  '12.3':
    'Custom schemes are allowed. Clients send whatever headers the backend expects, for example `X-API-Key: <API_KEY>` and `X-User-ID: <USER_ID>`.',
  '12.4':
    'When authentication is missing, invalid or expired, or permissions are insufficient, the status is 401 with error AUTHENTICATION_FAILED.',
  '12.5': 'HTTPS is recommended for all communication.',

  '13.1': 'Every error response has the error body shape (error, message, optional details).',
  '13.2':
    '400 — INVALID_QUERY — Invalid parameter value, missing required parameter, malformed sort or filter syntax, or a column name in sort, filter or columns that is invalid. — parameter (string), value (the received value), constraint (string)',
  '13.3':
    '401 — AUTHENTICATION_FAILED — Authentication missing, invalid, expired, or permissions insufficient. — authMethod (string), reason (string)',
  '13.4':
    '404 — TABLE_NOT_FOUND — The requested table does not exist or is not accessible to the database user. — table (string), availableTables (array of strings)',
  '13.5':
    '500 — DATABASE_ERROR — Database connection failure, query error, constraint violation, or insufficient database permissions. — none shown',
  '13.6':
    '500 — INTERNAL_SERVER_ERROR — Unexpected server error, configuration error, or resource exhaustion. — none shown',
  '13.7': 'Messages are human-readable; the error code is the stable identifier.',

  '14.1': 'Defaults: page 1, limit 10.',
  '14.2':
    'Recommended limit range: 1 to 1000. Recommended page sizes in practice: 10 to 100. These are recommendations.',
  '14.3': 'page and limit must be positive integers; otherwise 400 INVALID_QUERY.',
  '14.4':
    'Rate limiting is left to the backend implementation. Rate limits: not shown as a contract. A backend may send the headers X-RateLimit-Limit, X-RateLimit-Remaining and X-RateLimit-Reset (reset as a Unix timestamp in seconds).',
  '14.5':
    'Responses may be cached by query parameters. A backend may send Cache-Control and ETag headers; the cache key is the full set of query parameters (table, page, limit, filter, filterColumns, sort, columns).',
} as const

/** Section and position of a sentence, e.g. `9.3`. */
export type SentenceNumber = keyof typeof SENTENCES

/** Sentences that no check can test, with the reason: "cannot be checked from outside, because …". */
export const UNCHECKED: Readonly<Partial<Record<SentenceNumber, string>>> = {
  '1.3': 'it is about all implementations, not about one',
  '13.5': 'a client cannot make a database fail without doing harm',
  '13.6': 'a client cannot make a server fail without doing harm',
}

/** Sentences of which a part cannot be tested, with that part: "cannot be checked from outside: …". */
export const PARTLY_CHECKED: Readonly<Partial<Record<SentenceNumber, string>>> = {
  '1.1': 'that it only reads, because a check would have to try to write',
  '12.4':
    'expired credentials and insufficient permissions, because a check has no such credentials',
  '13.3':
    'expired credentials and insufficient permissions, because a check has no such credentials',
  '13.4': 'tables that the database user may not read, because nothing names them',
}

/** A sentence that a check tests. */
export interface Sentence {
  /** Section and position, e.g. `9.3`; of a decision of this project, the heading in docs/reference/behaviour.md. */
  readonly number: string
  /** The words of the sentence. */
  readonly quote: string
}

/** The sentences of the contract. */
export const CONTRACT: readonly Sentence[] = Object.entries(SENTENCES).map(([number, quote]) => ({
  number,
  quote,
}))

export function quoted(...numbers: readonly SentenceNumber[]): readonly Sentence[] {
  return numbers.map((number) => ({ number, quote: SENTENCES[number] }))
}
