import type { OrderKey } from '../../src/dialect/schema'

/**
 * A key to order by. An index has NULL as the smallest value, and no table has parts that other servers sort.
 * @param placeholder absent if values of earlier results are not exact
 */
export function orderKey(sql: string, isNullable: boolean, placeholder?: string): OrderKey {
  return { sql, isNullable, isIndexedWithoutNulls: false, isLocal: false, placeholder }
}
