/** The list of tables and the metadata of each table. */
import type { Check } from '../check'
import { quoted } from '../contract'
import { isRecord, isTextList, summaryOf } from '../exchange'

export const tables: readonly Check[] = [
  {
    id: 'tables/list',
    level: 'must',
    title: 'The list of tables is a JSON array of strings, with status 200.',
    sentences: quoted('3.1', '10.1', '6.3', '1.2'),
    scope: 'service',
    run: async (service) => {
      const exchange = await service.get('tables')
      if (exchange.status !== 200) service.fault(exchange, `200 expected: ${summaryOf(exchange)}`)
      else if (!isTextList(exchange.body))
        service.fault(exchange, 'the body must be a JSON array of strings')
    },
  },
  {
    id: 'tables/distinct',
    level: 'must',
    title: 'The list of tables has each name once.',
    sentences: quoted('3.1'),
    scope: 'service',
    run: async (service) => {
      const exchange = await service.get('tables')
      const names = isTextList(exchange.body) ? exchange.body : []
      const repeated = names.find((name, index) => names.indexOf(name) !== index)
      if (repeated !== undefined)
        service.fault(exchange, `${JSON.stringify(repeated)} is listed twice`)
    },
  },
  {
    id: 'tables/json',
    level: 'must',
    title: 'Responses, also errors, have the media type of JSON.',
    sentences: quoted('1.4', '6.1'),
    scope: 'service',
    run: async (service) => {
      const [first] = service.names
      const table = encodeURIComponent(first ?? 'x')
      for (const path of ['tables', `tables/${table}`, `query?table=${table}`, 'query?page=0']) {
        const exchange = await service.get(path)
        const type = exchange.headers.get('Content-Type')
        if (!/^application\/(?:[\w.+-]+\+)?json\b/i.test(type ?? ''))
          service.fault(exchange, `Content-Type is ${type ?? 'missing'}, not application/json`)
        if (exchange.body === undefined) service.fault(exchange, 'the body is not JSON')
      }
    },
  },
  {
    id: 'tables/request-headers',
    level: 'must',
    title: 'Accept and Content-Type are optional, and application/json is accepted for both.',
    sentences: quoted('8.2', '8.3'),
    scope: 'service',
    run: async (service) => {
      const sent: readonly Readonly<Record<string, string>>[] = [
        { Accept: 'application/json' },
        { Accept: '*/*' },
        { Accept: 'application/json', 'Content-Type': 'application/json' },
      ]
      for (const headers of sent) {
        const exchange = await service.get('tables', { headers })
        if (exchange.status !== 200) service.fault(exchange, `200 expected: ${summaryOf(exchange)}`)
      }
    },
  },
  {
    id: 'metadata/shape',
    level: 'must',
    title: 'The metadata of a table has its name, and a name and a type for each column.',
    sentences: quoted('11.1', '4.2', '4.3', '4.4', '6.4', '1.2'),
    scope: 'table',
    run: async (t) => {
      const exchange = await t.get(`tables/${encodeURIComponent(t.table.name)}`)
      const { body } = exchange
      if (exchange.status !== 200) t.fault(exchange, `200 expected: ${summaryOf(exchange)}`)
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
        if (names.indexOf(name) !== index)
          t.fault(exchange, `column ${String(name)} is there twice`)
      for (const name of page.columns)
        if (!names.includes(name)) t.fault(exchange, `column ${name} of the rows is missing`)
      for (const name of names)
        if (typeof name === 'string' && !page.columns.includes(name))
          t.fault(page.exchange, `column ${name} of the metadata is missing`)
    },
  },
]
