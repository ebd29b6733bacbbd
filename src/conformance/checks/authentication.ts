/** Authentication: with credentials, every route responds; without them, no response reveals data. */
import { isLoopback } from '../../host-name'
import { NotApplicable, type Check, type ServiceUnderTest } from '../check'
import { quoted } from '../contract'
import { codeOf, detailsOf, expectBody, UNKNOWN } from '../error-body'
import { isRecord, summaryOf, type Exchange, type SendOptions } from '../exchange'

export const authentication: readonly Check[] = [
  {
    id: 'authentication/none-needed',
    level: 'must',
    title: 'If no credentials are given, no route requires any.',
    sentences: quoted('12.1', '1.5'),
    scope: 'service',
    run: async (service) => {
      if (service.hasCredentials)
        throw new NotApplicable('the options of the run contain credentials')
      for (const path of pathsOf(service)) {
        const exchange = await service.get(path)
        if (exchange.status === 401)
          service.fault(
            exchange,
            'this route requires credentials, but the list of tables does not',
          )
      }
    },
  },
  {
    id: 'authentication/given',
    level: 'must',
    title: 'With the given credentials, no route responds 401.',
    sentences: quoted('12.2', '12.3', '8.1', '8.4'),
    scope: 'service',
    run: async (service) => {
      needCredentials(service)
      for (const path of pathsOf(service)) {
        const exchange = await service.get(path)
        if (exchange.status === 401)
          service.fault(exchange, `the credentials are refused: ${summaryOf(exchange)}`)
      }
    },
  },
  ...refused('missing', 'none', 'Without credentials'),
  ...refused('wrong', 'wrong', 'With wrong credentials'),
  {
    id: 'authentication/nothing-shows',
    level: 'must',
    title: 'Without credentials, no response contains the name of a table; this includes errors.',
    sentences: quoted('12.4', '12.1'),
    scope: 'service',
    run: async (service) => {
      needCredentials(service)
      for (const path of [
        ...pathsOf(service),
        `query?table=${UNKNOWN}`,
        `tables/${UNKNOWN}`,
        'query?page=0',
      ]) {
        const exchange = await service.get(path, { credentials: 'none' })
        const texts = textsIn(exchange.body)
        const shown = service.names.find(
          (name) => texts.has(name) && !path.includes(encodeURIComponent(name)),
        )
        if (shown !== undefined)
          service.fault(exchange, `the body contains the table name ${shown}`)
        else if (isRecord(exchange.body) && Array.isArray(exchange.body['data']))
          service.fault(exchange, 'the body contains rows')
      }
    },
  },
  {
    id: 'authentication/https',
    level: 'should',
    title: 'The base URL is an HTTPS URL, unless it is on this machine.',
    sentences: quoted('12.5'),
    scope: 'service',
    run: async (service) => {
      const exchange = await service.get('tables')
      const { protocol, hostname } = new URL(exchange.url)
      if (isLoopback(hostname)) throw new NotApplicable('the base URL is on this machine')
      if (protocol !== 'https:')
        service.fault(exchange, `the protocol is ${protocol.slice(0, -1)}, not https`)
    },
  },
]

/** Two checks: of the status and the code, and of the details. */
function refused(
  name: string,
  credentials: SendOptions['credentials'] & string,
  subject: string,
): readonly Check[] {
  return [
    {
      id: `authentication/${name}`,
      level: 'must',
      title: `${subject}, each route is 401 AUTHENTICATION_FAILED.`,
      sentences: quoted('12.4', '13.3', '13.1'),
      scope: 'service',
      run: async (service) => {
        needCredentials(service)
        for (const path of pathsOf(service)) {
          const exchange = await service.get(path, { credentials })
          if (exchange.status !== 401)
            service.fault(exchange, `expected status 401, but received ${summaryOf(exchange)}`)
          else if (codeOf(exchange) !== 'AUTHENTICATION_FAILED')
            service.fault(
              exchange,
              `error is ${String(codeOf(exchange))}, not AUTHENTICATION_FAILED`,
            )
          else expectBody(service, exchange)
        }
      },
    },
    {
      id: `authentication/${name}-details`,
      level: 'must',
      title: `${subject}, details has authMethod and reason.`,
      sentences: quoted('13.3', '5.3'),
      scope: 'service',
      run: async (service) => {
        needCredentials(service)
        const exchange: Exchange = await service.get('tables', { credentials })
        if (exchange.status !== 401) throw new NotApplicable('the status is not 401')
        const details = detailsOf(exchange)
        if (!details) {
          service.fault(exchange, 'details is missing')
          return
        }
        for (const key of ['authMethod', 'reason'])
          if (typeof details[key] !== 'string')
            service.fault(exchange, `details.${key} must be a string`)
      },
    },
  ]
}

/** The string values of a body. Keys do not count, because a table can have the name `error`. */
function textsIn(body: unknown): ReadonlySet<string> {
  const texts = new Set<string>()
  const collect = (value: unknown): void => {
    if (typeof value === 'string') texts.add(value)
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(collect)
  }
  collect(body)
  return texts
}

function needCredentials({ hasCredentials }: ServiceUnderTest): void {
  if (!hasCredentials) throw new NotApplicable('the options of the run contain no credentials')
}

function pathsOf({ names }: ServiceUnderTest): readonly string[] {
  const name = encodeURIComponent(names[0] ?? UNKNOWN)
  return ['tables', `tables/${name}`, `query?table=${name}`]
}
