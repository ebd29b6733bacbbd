import { errorCode } from '../../src/dialect/driver-error'
import { TableChangedError } from '../../src/dialect/table-changed'

/**
 * Error codes of a statement whose table has changed since the catalogue was read.
 * https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const CODES: ReadonlySet<string> = new Set([
  '0A000', // feature_not_supported: by the new collation of a column
  '3F000', // invalid_schema_name
  '42501', // insufficient_privilege
  '42703', // undefined_column
  '42704', // undefined_object: a type
  '42804', // datatype_mismatch
  '42809', // wrong_object_type
  '42846', // cannot_coerce
  '42883', // undefined_function: no such operator for the type
  '42P01', // undefined_table
  '42P21', // collation_mismatch
  '42P22', // indeterminate_collation
])

/** @throws TableChangedError, or the error itself */
export function throwTableChange(error: unknown): never {
  throw CODES.has(errorCode(error)) ? new TableChangedError({ cause: error }) : error
}
