import { errorCode } from '../../src/dialect/driver-error'
import { TableChangedError } from '../../src/dialect/table-changed'

/**
 * Error codes of a statement whose table has changed since the catalogue was read.
 * https://dev.mysql.com/doc/mysql-errors/en/server-error-reference.html
 */
const CODES: ReadonlySet<string> = new Set([
  'ER_BAD_FIELD_ERROR',
  // A text column has another character set.
  'ER_COLLATION_CHARSET_MISMATCH',
  'ER_COLUMNACCESS_DENIED_ERROR',
  // MariaDB's code for an unknown column in `order by`.
  'ER_ILLEGAL_REFERENCE',
  'ER_NEED_REPREPARE',
  'ER_NO_SUCH_TABLE',
  'ER_TABLEACCESS_DENIED_ERROR',
  'ER_TABLE_DEF_CHANGED',
  'ER_UNKNOWN_TABLE',
  'ER_VIEW_INVALID',
])

/** @throws TableChangedError, or the error itself */
export function throwTableChange(error: unknown): never {
  throw CODES.has(errorCode(error)) ? new TableChangedError({ cause: error }) : error
}
