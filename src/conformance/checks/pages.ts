/** Page numbers, page sizes, totals, and walks over all pages. */
import {
  NotApplicable,
  type Check,
  type Page,
  type Parameters,
  type TableUnderTest,
} from '../check'
import { listable } from '../column-kind'
import { quoted } from '../contract'
import { rowText, tallyDifference, tallyOf } from '../rows'
import { walk } from '../walk'

export const pages: readonly Check[] = [
  {
    id: 'pages/defaults',
    level: 'must',
    title: 'Without page and limit, the response is page 1 with limit 10, and pagination says so.',
    sentences: quoted('14.1', '9.2', '7.2', '7.3'),
    scope: 'table',
    run: async (t) => {
      const result = await t.page({})
      if (result.page !== 1) t.fault(result.exchange, `page is ${result.page}, not 1`)
      if (result.limit !== 10) t.fault(result.exchange, `limit is ${result.limit}, not 10`)
      expectSize(t, result, 1, 10)
    },
  },
  {
    id: 'pages/echo',
    level: 'must',
    title: 'pagination has the page and the limit of the request.',
    sentences: quoted('9.2', '2.4', '2.5'),
    scope: 'table',
    run: async (t) => {
      for (const [page, limit] of [
        [1, 1],
        [2, 3],
        [3, 10],
      ] as const) {
        if ((page - 1) * limit >= t.table.total && page > 1) continue
        const result = await t.page({ page, limit })
        if (result.page !== page) t.fault(result.exchange, `page is ${result.page}, not ${page}`)
        if (result.limit !== limit)
          t.fault(result.exchange, `limit is ${result.limit}, not ${limit}`)
      }
    },
  },
  {
    id: 'pages/total',
    level: 'must',
    title: 'total is the number of rows of the table, for any page and limit.',
    sentences: quoted('2.6', '9.3'),
    scope: 'table',
    comparesRows: true,
    run: async (t) => {
      const { total, isWhole, rows, limit } = t.table
      const expected = isWhole ? rows.length : total
      const second = { page: expected > 3 ? 2 : 1, limit: 3 }
      const requests: readonly Parameters[] = [{}, { limit: 1 }, second, { limit }]
      for (const parameters of requests) {
        const result = await t.page(parameters)
        if (result.total !== expected)
          t.fault(result.exchange, `total is ${result.total}; the table has ${expected} rows`)
      }
      if (isWhole) return
      const next = await t.page({ page: Math.floor(total / limit) + 2, limit })
      if (next.data.length > 0) t.fault(next.exchange, `total is ${total}, but there are more rows`)
    },
  },
  {
    id: 'pages/size',
    level: 'must',
    title: 'A full page has limit rows; the last page has the rest.',
    sentences: quoted('7.3', '2.5', '2.6'),
    scope: 'table',
    comparesRows: true,
    run: async (t) => {
      const { total } = t.table
      for (const limit of sizesFor(t)) {
        const last = Math.max(1, Math.ceil(total / limit))
        for (const page of new Set([1, Math.min(2, last), last]))
          expectSize(t, await t.page({ page, limit }), page, limit)
      }
    },
  },
  {
    id: 'pages/total-pages',
    level: 'must',
    title: 'totalPages is total divided by limit, rounded up.',
    sentences: quoted('9.4', '2.7'),
    scope: 'table',
    run: async (t) => {
      for (const limit of sizesFor(t)) {
        const result = await t.page({ limit })
        const expected = Math.ceil(result.total / result.limit)
        if (result.totalPages !== expected) {
          const of = `${result.total} rows in pages of ${result.limit}`
          t.fault(result.exchange, `totalPages is ${result.totalPages}, not ${expected}: ${of}`)
        }
      }
    },
  },
  {
    id: 'pages/past-the-end',
    level: 'must',
    title: 'A page after the last one is valid: it has no rows, and the same total.',
    sentences: quoted('7.2', '2.6', '9.4'),
    scope: 'table',
    comparesRows: true,
    run: async (t) => {
      const { total } = t.table
      for (const page of [Math.ceil(total / 10) + 1, Math.ceil(total / 10) + 1000]) {
        const result = await t.page({ page, limit: 10 })
        if (result.data.length > 0) t.fault(result.exchange, 'a page after the last one has rows')
        if (result.total !== total)
          t.fault(result.exchange, `total is ${result.total} after the last page, not ${total}`)
      }
    },
  },
  {
    id: 'pages/walk',
    level: 'must',
    title: 'All pages together contain each row once.',
    sentences: quoted('9.4', '2.4', '2.6', '2.7'),
    scope: 'table',
    comparesRows: true,
    run: async (t) => {
      await expectEachRowOnce(t, {})
    },
  },
  {
    id: 'pages/walk-of-ties',
    level: 'must',
    title: 'All pages together contain each row once, even if rows are equal in the sort column.',
    sentences: quoted('9.4', '7.6', '2.6'),
    scope: 'table',
    comparesRows: true,
    run: async (t) => {
      const column = columnWithTies(t)
      if (column === undefined) throw new NotApplicable('no column has repeated values')
      await expectEachRowOnce(t, { sort: `${column}:asc` })
      await expectEachRowOnce(t, { sort: `${column}:desc` })
    },
  },
  {
    id: 'pages/boundaries',
    level: 'must',
    title: 'A page has the rows of two pages of half its size, in the same order.',
    sentences: quoted('7.2', '7.3', '2.4'),
    scope: 'table',
    comparesRows: true,
    run: async (t) => {
      const { total } = t.table
      if (total < 3) throw new NotApplicable('the table has fewer than three rows')
      const names = t.table.columns.map(({ name }) => name)
      const half = Math.max(1, Math.min(Math.floor(t.table.limit / 2), Math.ceil(total / 6)))
      const last = Math.ceil(total / (2 * half))
      for (const page of new Set([1, Math.ceil(last / 2), last])) {
        const whole = await t.page({ page, limit: 2 * half })
        const first = await t.page({ page: 2 * page - 1, limit: half })
        const second = await t.page({ page: 2 * page, limit: half })
        const texts = [...first.data, ...second.data].map((row) => rowText(row, names))
        if (texts.join() !== whole.data.map((row) => rowText(row, names)).join())
          t.fault(second.exchange, `the rows differ from page ${page} with limit ${2 * half}`)
      }
    },
  },
  {
    id: 'pages/recommended-limits',
    level: 'should',
    title: 'Page sizes up to 1000 are accepted.',
    sentences: quoted('14.2', '7.3'),
    scope: 'table',
    needsFewTables: true,
    run: async (t) => {
      for (const limit of [1, 10, 100, 1000]) {
        const result = await t.page({ limit })
        if (result.limit !== limit)
          t.fault(result.exchange, `limit is reduced from ${limit} to ${result.limit}`)
      }
    },
  },
]

/** Maximum pages, of the largest size, of a table whose pages are all read. */
const MAX_WALK = 20

/** Small page sizes, and sizes around the number of rows. */
function sizesFor({ table: { total, limit } }: TableUnderTest): readonly number[] {
  const sizes = [1, 2, 3, 7, 10, total - 1, total, total + 1]
  return [...new Set(sizes)].filter((size) => size >= 1 && size <= limit)
}

function expectSize(
  t: TableUnderTest,
  { exchange, data, total }: Page,
  page: number,
  limit: number,
) {
  const expected = Math.max(0, Math.min(limit, total - (page - 1) * limit))
  if (data.length !== expected)
    t.fault(exchange, `the page has ${data.length} rows, not ${expected} (total is ${total})`)
}

async function expectEachRowOnce(
  t: TableUnderTest,
  parameters: { readonly sort?: string },
): Promise<void> {
  const { rows, isWhole, columns, limit, total } = t.table
  if (total > MAX_WALK * limit)
    throw new NotApplicable('the table has too many rows to read all pages')
  const names = columns.map(({ name }) => name)
  const size = isWhole ? Math.max(1, Math.ceil(rows.length / 7)) : Math.ceil(limit * 0.7)
  const { data, last } = await walk(t, parameters, size)
  const all = isWhole ? rows : (await walk(t, parameters, limit)).data
  const difference = tallyDifference(tallyOf(data, names), tallyOf(all, names))
  if (difference !== undefined) t.fault(last, `${difference} on all pages together`)
  else if (data.length !== total)
    t.fault(last, `there are ${data.length} rows on all pages, but total is ${total}`)
}

/** The column with the fewest distinct values, if each value has at least two rows on average. */
function columnWithTies({ table: { columns, rows } }: TableUnderTest): string | undefined {
  const counted = listable(columns).map(({ name }) => ({
    name,
    distinct: new Set(rows.map((row) => JSON.stringify(row[name] ?? null))).size,
  }))
  const [most] = counted.toSorted((a, b) => a.distinct - b.distinct)
  return most && most.distinct * 2 <= rows.length ? most.name : undefined
}
