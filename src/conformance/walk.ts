import type { Parameters, Row, TableUnderTest } from './check'
import type { Exchange } from './exchange'

/** Reads all pages. */
export async function walk(
  t: TableUnderTest,
  parameters: Parameters,
  limit: number,
): Promise<{ readonly data: readonly Row[]; readonly last: Exchange }> {
  const first = await t.page({ ...parameters, page: 1, limit })
  const data = [...first.data]
  let last = first.exchange
  for (let page = 2; page <= first.totalPages; page++) {
    const next = await t.page({ ...parameters, page, limit })
    data.push(...next.data)
    last = next.exchange
  }
  return { data, last }
}
