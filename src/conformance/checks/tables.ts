/** The list of tables, and the form of every response. */
import type { Check } from '../check'
import { quoted } from '../contract'
import { isTextList, summaryOf } from '../exchange'

export const tables: readonly Check[] = [
  {
    id: 'tables/list',
    level: 'must',
    title: 'The list of tables is a JSON array of strings, with status 200.',
    sentences: quoted('3.1', '10.1', '6.3', '1.2'),
    scope: 'service',
    run: async (service) => {
      const exchange = await service.get('tables')
      if (exchange.status !== 200)
        service.fault(exchange, `expected status 200, but received ${summaryOf(exchange)}`)
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
      const seen = new Set<string>()
      const repeated = names.find((name) => seen.has(name) || !seen.add(name))
      if (repeated !== undefined)
        service.fault(exchange, `${JSON.stringify(repeated)} is listed twice`)
    },
  },
  {
    id: 'tables/json',
    level: 'must',
    title: 'Responses, including errors, have a JSON media type.',
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
    title: 'Requests may have the headers Accept and Content-Type, with application/json.',
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
        if (exchange.status !== 200)
          service.fault(exchange, `expected status 200, but received ${summaryOf(exchange)}`)
      }
    },
  },
]
