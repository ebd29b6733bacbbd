import { TableChangedError } from '../../src/dialect/table-changed'
import { errorCode } from '../../src/error-code'
import { READER_SCHEMA, ReaderError } from './reader-error'

/** @throws TableChangedError, or the error itself */
export function throwTableChange(error: unknown): never {
  if (errorCode(error) === READER_SCHEMA) throw new TableChangedError()
  throw isNameGone(error) ? new TableChangedError({ cause: error }) : error
}

/** Reads the message, because SQLite has one code for all errors in a statement's text. */
function isNameGone(error: unknown): boolean {
  return error instanceof ReaderError && /^no such (table|column)/.test(error.message)
}
