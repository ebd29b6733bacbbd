/** Decisions on parameters. */
import { NotApplicable, type Check, type Page, type TableUnderTest } from '../../check'
import { columnsOfKind, listable } from '../../column-kind'
import { decided } from '../../decisions'
import { isRecord, summaryOf } from '../../exchange'
import { rowText } from '../../rows'
import { codeOf, detailsOf, expectInvalid, UNKNOWN } from '../../error-body'

export const sameParameters: readonly Check[] = [
  {
    id: 'same-parameters/digits',
    level: 'sameness',
    title: 'Other spellings of a whole number are 400.',
    sentences: decided('digits'),
    scope: 'table',
    needsFewTables: true,
    run: async (t) => {
      for (const value of ['', '+1', '01', '1.0', '1e0', '0x1', ' 1', '1 ', '١'])
        for (const name of ['page', 'limit'])
          await refuses(t, `${name}=${encodeURIComponent(value)}`, name, value)
    },
  },
  {
    id: 'same-parameters/largest',
    level: 'sameness',
    title: 'A limit above the maximum is 400, and so is page times limit above 9007199254740991.',
    sentences: decided('maximum', 'product'),
    scope: 'table',
    needsFewTables: true,
    run: async (t) => {
      await refuses(t, 'limit=99999999999999999999', 'limit', '99999999999999999999')
      await refuses(t, 'page=9007199254740991&limit=2', 'page', '9007199254740991')
      const exchange = await t.query({ limit: 1_000_000 })
      const pagination = isRecord(exchange.body) ? exchange.body['pagination'] : undefined
      const limit = isRecord(pagination) ? pagination['limit'] : undefined
      if (exchange.status === 200 && limit !== 1_000_000)
        t.fault(exchange, `the limit is reduced to ${String(limit)}`)
    },
  },
  {
    id: 'same-parameters/repeated',
    level: 'sameness',
    title: 'A repeated parameter is 400.',
    sentences: decided('repeated'),
    scope: 'table',
    needsFewTables: true,
    run: async (t) => {
      for (const text of ['page=1&page=1', 'limit=1&limit=2', 'filter=a&filter=b'])
        await refuses(t, text, text.split('=')[0] ?? '')
      await refuses(t, `table=${encodeURIComponent(t.table.name)}`, 'table')
    },
  },
  {
    id: 'same-parameters/unknown',
    level: 'sameness',
    title: 'An unknown parameter is ignored, even if it is repeated.',
    sentences: decided('unknown'),
    scope: 'table',
    needsFewTables: true,
    run: async (t) => {
      const exchange = await t.get(`query?table=${encodeURIComponent(t.table.name)}&_=1&_=2&x`)
      if (exchange.status !== 200)
        t.fault(exchange, `expected status 200, but received ${summaryOf(exchange)}`)
    },
  },
  {
    id: 'same-parameters/empty',
    level: 'sameness',
    title: 'An empty filter means no filter; any other empty parameter is 400.',
    sentences: decided('emptyFilter', 'empty'),
    scope: 'table',
    needsFewTables: true,
    comparesRows: true,
    run: async (t) => {
      const page = await t.page({ filter: '' })
      if (page.total !== t.table.total)
        t.fault(page.exchange, `total is ${page.total}, not ${t.table.total}`)
      for (const name of ['sort', 'columns', 'filterColumns'])
        await refuses(t, `${name}=`, name, '')
      const exchange = await t.get('query?table=')
      expectInvalid(t, exchange, 'an empty table')
    },
  },
  {
    id: 'same-parameters/lists',
    level: 'sameness',
    title: 'Blanks around an item are ignored; an empty item is 400, and value is that item.',
    sentences: decided('blanks'),
    scope: 'table',
    needsFewTables: true,
    run: async (t) => {
      const name = encodeURIComponent(aColumn(t))
      for (const list of [`${name},`, `,${name}`, `${name},,${name}`, '%20'])
        await refuses(t, `columns=${list}`, 'columns', '')
      await refuses(t, `sort=${name}:asc,`, 'sort', '')
      await refuses(t, `columns=${name},${UNKNOWN}`, 'columns', UNKNOWN)
      expectNames(t, await t.page({ columns: ` ${aColumn(t)}\t` }), [aColumn(t)])
    },
  },
  {
    id: 'same-parameters/quotes',
    level: 'sameness',
    title: 'Names can be in double quotes; other quotes are 400.',
    sentences: decided('quotes'),
    scope: 'table',
    needsFewTables: true,
    run: async (t) => {
      for (const { name } of t.table.columns.slice(0, 20)) {
        const inQuotes = `"${name.replaceAll('"', '""')}"`
        expectNames(t, await t.page({ columns: inQuotes, limit: 1 }), [name])
        await t.page({ sort: `${inQuotes}:desc`, limit: 1 })
      }
      for (const list of ['"x', '"x"y', '""'])
        await refuses(t, `columns=${encodeURIComponent(list)}`, 'columns')
    },
  },
  {
    id: 'same-parameters/direction',
    level: 'sameness',
    title: 'Another spelling of asc or desc is 400.',
    sentences: decided('direction'),
    scope: 'table',
    needsFewTables: true,
    run: async (t) => {
      const name = encodeURIComponent(aColumn(t))
      for (const direction of ['ASC', 'Desc', ' asc', 'asc:'])
        await refuses(t, `sort=${name}:${encodeURIComponent(direction)}`, 'sort')
    },
  },
  {
    id: 'same-parameters/column-twice',
    level: 'sameness',
    title: 'A repeated column counts once; in sort, the first one counts.',
    sentences: decided('twice'),
    scope: 'table',
    needsFewTables: true,
    comparesRows: true,
    run: async (t) => {
      const name = aColumn(t)
      expectNames(t, await t.page({ columns: `${name},${name}` }), [name])
      const once = await t.page({ sort: `${name}:desc` })
      const twice = await t.page({ sort: `${name}:desc,${name}:asc` })
      const names = t.table.columns.map((column) => column.name)
      const [a, b] = [once, twice].map(({ data }) => data.map((row) => rowText(row, names)).join())
      if (a !== b) t.fault(twice.exchange, 'the second direction changes the order')
    },
  },
  {
    id: 'same-parameters/without-filter',
    level: 'sameness',
    title: 'filterColumns without filter is validated, but has no effect.',
    sentences: decided('withoutFilter'),
    scope: 'table',
    needsFewTables: true,
    comparesRows: true,
    run: async (t) => {
      await refuses(t, `filterColumns=${UNKNOWN}`, 'filterColumns', UNKNOWN)
      const [text] = columnsOfKind(t.table, 'text')
      if (!text) return
      const page = await t.page({ filterColumns: text.name })
      if (page.total !== t.table.total)
        t.fault(page.exchange, `total is ${page.total}, not ${t.table.total}`)
    },
  },
  {
    id: 'same-parameters/encoding',
    level: 'sameness',
    title: 'Text that is not percent-encoded UTF-8, or that contains NUL, is 400.',
    sentences: decided('encoding'),
    scope: 'table',
    needsFewTables: true,
    run: async (t) => {
      for (const value of ['%', '%zz', '%ff', '%c3', '%ed%a0%80', '%00'])
        await refuses(t, `filter=${value}`, 'filter')
    },
  },
  {
    id: 'same-parameters/order-of-checks',
    level: 'sameness',
    title: 'The form of each parameter is checked first, then the table, then the columns.',
    sentences: decided('order'),
    scope: 'service',
    run: async (service) => {
      for (const [path, code] of [
        [`query?table=${UNKNOWN}&page=0`, 'INVALID_QUERY'],
        [`query?table=${UNKNOWN}&columns=${UNKNOWN}`, 'TABLE_NOT_FOUND'],
      ] as const) {
        const exchange = await service.get(path)
        if (codeOf(exchange) !== code)
          service.fault(exchange, `error is ${String(codeOf(exchange))}, not ${code}`)
      }
    },
  },
]

async function refuses(
  t: TableUnderTest,
  text: string,
  parameter: string,
  value?: string,
): Promise<void> {
  const exchange = await t.get(`query?table=${encodeURIComponent(t.table.name)}&${text}`)
  expectInvalid(t, exchange, text)
  const details = detailsOf(exchange)
  if (!details) return
  if (details['parameter'] !== parameter)
    t.fault(exchange, `details.parameter is ${String(details['parameter'])}, not ${parameter}`)
  if (value !== undefined && details['value'] !== value)
    t.fault(exchange, `details.value is ${String(details['value'])}, not ${JSON.stringify(value)}`)
}

function aColumn({ table }: TableUnderTest): string {
  const [column] = listable(table.columns)
  if (!column) throw new NotApplicable('the table has no column whose name needs no quotes')
  return column.name
}

function expectNames(t: TableUnderTest, page: Page, names: readonly string[]): void {
  if (page.columns.join() !== names.join())
    t.fault(page.exchange, `columns has ${page.columns.join()}, not ${names.join()}`)
}
