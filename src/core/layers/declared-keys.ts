/**
 * Reads a table by a unique key that the database declares but does not enforce. The server that has the rows
 * can use an index for this key, but not for the whole order. The read includes the row before the page and the row
 * after it: if two neighbours have the same key, the page is read again in the whole order, which begins with the key.
 */
import type { Cell, OrderKey } from '../../dialect/schema'
import type { PagePlan, Reader, ReadRequest, ReadResult } from '../reader'

export function withDeclaredKeys(reader: Reader): Reader {
  const readByKey = async (
    request: ReadRequest,
    key: readonly OrderKey[],
    signal: AbortSignal | undefined,
  ): Promise<ReadResult> => {
    const { plan } = request
    // The rows before and after the page show whether it ends between equal keys.
    const before = Math.min(plan.offset, 1)
    const result = await reader.read({ ...request, plan: planByKey(plan, key, before) }, signal)
    const width = plan.columns.length
    const keys = result.rows.map((row) => row.slice(width))
    if (keys.some((each, index) => isSame(each, keys[index - 1]))) {
      return reader.read(request, signal)
    }
    const rows = result.rows.slice(before, before + plan.limit)
    return { ...result, rows: rows.map((row) => row.slice(0, width)) }
  }

  return {
    read: (request, signal) => {
      const { declaredKey } = request.plan.table
      return declaredKey && !request.window
        ? readByKey(request, declaredKey, signal)
        : reader.read(request, signal)
    },
  }
}

function planByKey(plan: PagePlan, key: readonly OrderKey[], before: number): PagePlan {
  const names = new Set(key.map(({ sql }) => sql))
  const last = plan.order.findLastIndex((term) => names.has(term.key.sql))
  return {
    ...plan,
    columns: [...plan.columns, ...key.map(({ sql }) => ({ select: sql }))],
    order: plan.order.slice(0, last + 1),
    offset: plan.offset - before,
    limit: before + plan.limit + 1,
    shapeKey: `by key ${plan.shapeKey}`,
  }
}

function isSame(key: readonly Cell[], previous: readonly Cell[] | undefined): boolean {
  return previous !== undefined && key.every((cell, index) => cell === previous[index])
}
