/** The shape of a query result. */
import type { Check, Parameters, TableUnderTest } from '../check'
import { listable } from '../column-kind'
import { quoted } from '../contract'
import { isRecord, isTextList, summaryOf } from '../exchange'

const NUMBERS = ['page', 'limit', 'total', 'totalPages']

export const queryResult: readonly Check[] = [
  {
    id: 'result/status',
    level: 'must',
    title: 'Every listed table can be queried with its name alone.',
    sentences: quoted('9.1', '7.1', '6.2', '1.1', '1.2'),
    scope: 'table',
    run: async (t) => {
      const exchange = await t.query({})
      if (exchange.status !== 200)
        t.fault(exchange, `expected status 200, but received ${summaryOf(exchange)}`)
      else if (!isRecord(exchange.body)) t.fault(exchange, 'the body must be a JSON object')
    },
  },
  {
    id: 'result/data',
    level: 'must',
    title: 'data is an array of objects.',
    sentences: quoted('2.1', '9.1'),
    scope: 'table',
    run: async (t) => {
      const exchange = await t.query({})
      const data = isRecord(exchange.body) ? exchange.body['data'] : undefined
      if (!Array.isArray(data) || !data.every(isRecord))
        t.fault(exchange, 'data must be an array of objects')
    },
  },
  {
    id: 'result/columns',
    level: 'must',
    title: 'columns is an array of strings.',
    sentences: quoted('2.2'),
    scope: 'table',
    run: async (t) => {
      const exchange = await t.query({})
      const columns = isRecord(exchange.body) ? exchange.body['columns'] : undefined
      if (!isTextList(columns)) t.fault(exchange, 'columns must be an array of strings')
    },
  },
  {
    id: 'result/pagination',
    level: 'must',
    title: 'pagination has four whole numbers: page, limit, total and totalPages.',
    sentences: quoted('2.3', '2.4', '2.5', '2.6', '2.7'),
    scope: 'table',
    run: async (t) => {
      const requests: readonly Parameters[] = [{}, { page: 2, limit: 3 }]
      for (const parameters of requests) {
        const exchange = await t.query(parameters)
        const pagination = isRecord(exchange.body) ? exchange.body['pagination'] : undefined
        if (!isRecord(pagination)) t.fault(exchange, 'pagination must be an object')
        else
          for (const name of NUMBERS)
            if (!Number.isSafeInteger(pagination[name])) {
              const value = JSON.stringify(pagination[name]) as string | undefined
              t.fault(exchange, `pagination.${name} must be a number, not ${value ?? 'missing'}`)
            }
      }
    },
  },
  {
    id: 'result/keys',
    level: 'must',
    title: 'The keys of each row are the names in columns.',
    sentences: quoted('2.1', '2.2'),
    scope: 'table',
    run: async (t) => {
      await expectKeys(t, {})
      const [column] = listable(t.table.columns)
      if (column) await expectKeys(t, { columns: column.name })
    },
  },
]

async function expectKeys(t: TableUnderTest, parameters: { columns?: string }): Promise<void> {
  const { exchange, data, columns } = await t.page(parameters)
  for (const row of data) {
    const keys = Object.keys(row)
    const extra = keys.find((key) => !columns.includes(key))
    const missing = columns.find((column) => !Object.hasOwn(row, column))
    if (extra !== undefined) {
      t.fault(exchange, `a row has the key ${extra}, which is not in columns`)
      return
    }
    if (missing !== undefined) {
      t.fault(exchange, `a row lacks the key ${missing}`)
      return
    }
  }
}
