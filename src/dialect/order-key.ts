import type { OrderKey } from './schema'

/**
 * A key of an engine whose indexes have NULL as the smallest value, and whose tables have no `parts`.
 * @param placeholder absent if values of earlier results are not exact
 */
export function orderKey(sql: string, isNullable: boolean, placeholder?: string): OrderKey {
  return { sql, isNullable, isIndexedWithoutNulls: false, isLocal: false, placeholder }
}
