/** The catalogue that a statement was made from is out of date. */
import type { CompiledStatement } from './statement'

/**
 * The table has changed since it was described. `cause` is the error that says so; without one, the
 * result came, but has columns of other types.
 */
export class TableChangedError extends Error {
  constructor(options?: ErrorOptions) {
    super('the table has changed since it was described', options)
  }
}

/** Whether a result's columns are those that the statement was made for. */
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
