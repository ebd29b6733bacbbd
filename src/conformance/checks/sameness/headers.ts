/** Decisions on headers and errors. */
import type { Check } from '../../check'
import { decided } from '../../decisions'
import { codeOf, UNKNOWN } from '../../error-body'

export const sameHeaders: readonly Check[] = [
  {
    id: 'same-http/links',
    level: 'sameness',
    title: 'Link has the first, next and last page.',
    sentences: decided('link'),
    scope: 'table',
    needsFewTables: true,
    run: async (t) => {
      const { exchange, totalPages } = await t.page({ limit: 1 })
      const link = exchange.headers.get('Link') ?? ''
      const relations = totalPages > 1 ? ['first', 'next', 'last'] : ['first']
      for (const relation of relations)
        if (!link.includes(`rel="${relation}"`))
          t.fault(exchange, `Link lacks the ${relation} page`)
    },
  },
  {
    id: 'same-http/errors',
    level: 'sameness',
    title: 'Errors have Cache-Control: no-store, and unknown paths have the code NOT_FOUND.',
    sentences: decided('noStore', 'tableNotFound', 'notFound'),
    scope: 'service',
    run: async (service) => {
      for (const [path, code] of [
        [`tables/${UNKNOWN}`, 'TABLE_NOT_FOUND'],
        [UNKNOWN, 'NOT_FOUND'],
        ['query?page=0', 'INVALID_QUERY'],
      ] as const) {
        const exchange = await service.get(path)
        if (codeOf(exchange) !== code)
          service.fault(exchange, `error is ${String(codeOf(exchange))}, not ${code}`)
        const cache = exchange.headers.get('Cache-Control')
        if (cache !== 'no-store')
          service.fault(exchange, `Cache-Control is ${String(cache)}, not no-store`)
      }
    },
  },
  {
    id: 'same-http/request-id',
    level: 'sameness',
    title: 'The response has the X-Request-Id of the request.',
    sentences: decided('requestId'),
    scope: 'service',
    run: async (service) => {
      const exchange = await service.get('tables', { headers: { 'X-Request-Id': 'conformance-1' } })
      const id = exchange.headers.get('X-Request-Id')
      if (id !== 'conformance-1')
        service.fault(exchange, `X-Request-Id is ${String(id)}, not conformance-1`)
    },
  },
]
