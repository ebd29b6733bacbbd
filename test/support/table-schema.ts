/** Descriptions for tests without a database. */
import { orderKey as keyOf } from '../../src/dialect/order-key'
import type { OrderKey, TableSchema } from '../../src/dialect/schema'

export function orderKey(
  sql: string,
  isNullable = false,
): OrderKey & { readonly placeholder: string } {
  return { ...keyOf(sql, isNullable), placeholder: '?' }
}

/** A table of one server, without the properties that only some tables have. */
export function tableSchema(described: Partial<TableSchema>): TableSchema {
  return {
    name: 'a',
    from: 'a',
    columns: [],
    tieBreak: [],
    keysOf: () => ({ tieBreak: [] }),
    isDistributed: false,
    isReadByKeys: false,
    isTracked: false,
    needsFreshPlan: false,
    mayChangeSession: false,
    ...described,
  }
}
