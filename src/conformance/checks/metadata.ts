/** The metadata of each table. */
import type { Check } from '../check'
import { quoted } from '../contract'
import { isRecord, summaryOf } from '../exchange'

export const metadata: readonly Check[] = [
  {
    id: 'metadata/shape',
    level: 'must',
    title: 'The metadata of a table has its name, and a name and a type for each column.',
    sentences: quoted('11.1', '4.2', '4.3', '4.4', '6.4', '1.2'),
    scope: 'table',
    run: async (t) => {
      const exchange = await t.get(`tables/${encodeURIComponent(t.table.name)}`)
      const { body } = exchange
      if (exchange.status !== 200)
        t.fault(exchange, `expected status 200, but received ${summaryOf(exchange)}`)
      else if (!isRecord(body)) t.fault(exchange, 'the body must be a JSON object')
      else {
        if (typeof body['name'] !== 'string') t.fault(exchange, 'name must be a string')
        if (!Array.isArray(body['columns'])) t.fault(exchange, 'columns must be an array')
        else {
          for (const column of body['columns'] as readonly unknown[]) {
            if (!isRecord(column)) t.fault(exchange, 'an entry of columns must be an object')
            else if (typeof column['name'] !== 'string')
              t.fault(exchange, 'the name of a column must be a string')
            else if (typeof column['type'] !== 'string')
              t.fault(exchange, `the type of column ${column['name']} must be a string`)
          }
        }
      }
    },
  },
  {
    id: 'metadata/name',
    level: 'must',
    title: 'The metadata of a table has the name from the list of tables.',
    sentences: quoted('4.1', '3.1'),
    scope: 'table',
    run: async (t) => {
      const exchange = await t.get(`tables/${encodeURIComponent(t.table.name)}`)
      const name = isRecord(exchange.body) ? exchange.body['name'] : undefined
      if (t.names.includes(t.table.name) && name !== t.table.name)
        t.fault(exchange, `name is ${JSON.stringify(name)}, not ${JSON.stringify(t.table.name)}`)
    },
  },
  {
    id: 'metadata/columns',
    level: 'must',
    title: 'The metadata of a table has one entry for each column of its rows.',
    sentences: quoted('4.2', '9.8'),
    scope: 'table',
    run: async (t) => {
      const page = await t.page({ limit: 1 })
      const exchange = await t.get(`tables/${encodeURIComponent(t.table.name)}`)
      const body = isRecord(exchange.body) ? exchange.body['columns'] : undefined
      const entries: readonly unknown[] = Array.isArray(body) ? body : []
      const names = entries.map((entry) => (isRecord(entry) ? entry['name'] : undefined))
      for (const [index, name] of names.entries())
        if (names.indexOf(name) !== index) t.fault(exchange, `column ${String(name)} occurs twice`)
      for (const name of page.columns)
        if (!names.includes(name)) t.fault(exchange, `column ${name} of the rows is missing`)
      for (const name of names)
        if (typeof name === 'string' && !page.columns.includes(name))
          t.fault(page.exchange, `column ${name} of the metadata is missing`)
    },
  },
]
