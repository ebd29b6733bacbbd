import type { CellPacking } from '../../dialect/dialect'
import { METADATA_COLUMNS } from './metadata-columns'
import type { PageShape } from './page-shape'

/** How to select the cells where, with the order, they are more than a statement can have. */
export function packingFor({
  plan: { columns, order },
  rules: { packing },
}: Pick<PageShape, 'plan' | 'rules'>): CellPacking | undefined {
  const max = (packing?.maxExpressions ?? Infinity) - METADATA_COLUMNS
  if (columns.length + order.length <= max) return undefined
  const different = new Set([
    ...columns.map(({ select }) => select),
    ...order.map(({ key }) => key.sql),
  ])
  return different.size > max ? packing : undefined
}
