/** Reports that a table has changed since the catalogue described it. */
import { errorCode } from '../error-code'
import type { CompiledStatement } from './statement'

/**
 * The table has changed since it was described. `cause` is the error of the database; absent if a check
 * of the result or of its snapshot has found the change.
 */
export class TableChangedError extends Error {
  constructor(options?: ErrorOptions) {
    super('the table has changed since it was described', options)
  }
}

/**
 * @param codes error codes that mean that the table has changed since the catalogue was read
 * @throws TableChangedError, or the error itself
 */
export function throwTableChange(error: unknown, codes: ReadonlySet<string>): never {
  throw codes.has(errorCode(error)) ? new TableChangedError({ cause: error }) : error
}

/** Whether the columns of a result have the types that the statement expects. */
export function isAsPlanned<Field>(
  { resultTypes = [] }: CompiledStatement,
  fields: readonly Field[],
  isOfType: (field: Field, resultType: string) => boolean,
): boolean {
  return resultTypes.every((resultType, index) => {
    const field = fields[index]
    return resultType === undefined || field === undefined || isOfType(field, resultType)
  })
}
