/** Unknown tables, and the shape of every error. */
import type { Check, ServiceUnderTest } from '../check'
import { quoted } from '../contract'
import { codeOf, detailsOf, expectBody, UNKNOWN } from '../error-body'
import { isRecord, isTextList, summaryOf, type Exchange } from '../exchange'

export const errors: readonly Check[] = [
  {
    id: 'errors/body',
    level: 'must',
    title: 'Every error has a code and a message; details, if present, is an object.',
    sentences: quoted('13.1', '5.1', '5.2', '5.3'),
    scope: 'service',
    run: async (service) => {
      for (const exchange of await someErrors(service)) expectBody(service, exchange)
    },
  },
  {
    id: 'errors/unknown-table',
    level: 'must',
    title: 'A query of a table that does not exist is 404 TABLE_NOT_FOUND.',
    sentences: quoted('9.6', '13.4', '7.1'),
    scope: 'service',
    run: async (service) => {
      for (const table of [UNKNOWN, `${UNKNOWN}.x`, `${UNKNOWN}" --`]) {
        const exchange = await unknownTable(service, table)
        if (exchange.status !== 404)
          service.fault(exchange, `expected status 404, but received ${summaryOf(exchange)}`)
        else if (codeOf(exchange) !== 'TABLE_NOT_FOUND')
          service.fault(exchange, `error is ${String(codeOf(exchange))}, not TABLE_NOT_FOUND`)
      }
    },
  },
  {
    id: 'errors/unknown-table-details',
    level: 'must',
    title: 'TABLE_NOT_FOUND has details: the name of the table, and an array of strings.',
    sentences: quoted('13.4', '5.3'),
    scope: 'service',
    run: async (service) => {
      const exchange = await unknownTable(service, UNKNOWN)
      const details = detailsOf(exchange)
      if (!details) {
        service.fault(exchange, 'details is missing')
        return
      }
      if (details['table'] !== UNKNOWN)
        service.fault(exchange, `details.table is ${String(details['table'])}, not ${UNKNOWN}`)
      if (!isTextList(details['availableTables']))
        service.fault(exchange, 'details.availableTables must be an array of strings')
    },
  },
  {
    id: 'errors/available-tables',
    level: 'must',
    title: 'availableTables has the names of the list of tables.',
    sentences: quoted('13.4', '6.3'),
    scope: 'service',
    run: async (service) => {
      const list = await service.get('tables')
      const exchange = await unknownTable(service, UNKNOWN)
      const available = detailsOf(exchange)?.['availableTables']
      if (!isTextList(available) || !isTextList(list.body)) return
      const [listed, named] = [new Set(list.body), new Set(available)]
      const missing = list.body.find((name) => !named.has(name))
      const extra = available.find((name) => !listed.has(name))
      if (missing !== undefined) service.fault(exchange, `availableTables lacks ${missing}`)
      if (extra !== undefined)
        service.fault(exchange, `availableTables has ${extra}, which is not in the list of tables`)
    },
  },
  {
    id: 'errors/metadata-of-unknown-table',
    level: 'must',
    title: 'A request for the metadata of a table that does not exist is an error response.',
    sentences: quoted('13.1', '13.4'),
    scope: 'service',
    run: async (service) => {
      const exchange = await service.get(`tables/${UNKNOWN}`)
      if (exchange.status < 400)
        service.fault(exchange, `expected an error, but received ${summaryOf(exchange)}`)
      else expectBody(service, exchange)
    },
  },
  {
    id: 'errors/message',
    level: 'must',
    title: 'The message of an error is a sentence for people, not the code.',
    sentences: quoted('13.7', '5.2'),
    scope: 'service',
    run: async (service) => {
      for (const exchange of await someErrors(service)) {
        const message = isRecord(exchange.body) ? exchange.body['message'] : undefined
        if (typeof message !== 'string') continue
        // Not every language has blanks between words.
        if (/^\w*$/.test(message.trim()))
          service.fault(exchange, `message is ${JSON.stringify(message)}, which is not a sentence`)
      }
    },
  },
  {
    id: 'errors/stable-code',
    level: 'must',
    title: 'Error codes consist of capital letters and underscores.',
    sentences: quoted('13.7', '5.1'),
    scope: 'service',
    run: async (service) => {
      for (const exchange of await someErrors(service)) {
        const code = codeOf(exchange)
        if (typeof code === 'string' && !/^[A-Z][A-Z_]*$/.test(code))
          service.fault(
            exchange,
            `error is ${JSON.stringify(code)}, not capital letters and underscores`,
          )
      }
    },
  },
]

function unknownTable(service: ServiceUnderTest, table: string): Promise<Exchange> {
  return service.get(`query?table=${encodeURIComponent(table)}`)
}

/** Error responses to several kinds of wrong requests. */
async function someErrors(service: ServiceUnderTest): Promise<readonly Exchange[]> {
  const [table] = service.tables
  const name = encodeURIComponent(table?.name ?? UNKNOWN)
  const paths = [
    'query',
    `query?table=${UNKNOWN}`,
    ...['page=0', 'limit=x', 'sort=x', `columns=${UNKNOWN}`].map(
      (text) => `query?table=${name}&${text}`,
    ),
  ]
  const exchanges = await Promise.all(paths.map((path) => service.get(path)))
  return exchanges.filter(({ status }) => status >= 400)
}
