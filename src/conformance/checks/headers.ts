/** Optional response headers: rate limits, and headers for caches. */
import { NotApplicable, type Check, type ServiceUnderTest } from '../check'
import { quoted } from '../contract'
import { summaryOf, type Exchange } from '../exchange'

/** Seconds. A reset in milliseconds, or in seconds from now, is further from now than this. */
const YEAR = 366 * 24 * 60 * 60

const NAMES = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'] as const

/** https://www.rfc-editor.org/rfc/rfc9110#name-etag */
const ENTITY_TAG = /^(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"$/

/** https://www.rfc-editor.org/rfc/rfc9110#name-tokens, and a quoted string */
const TOKEN = String.raw`[!#$%&'*+.^_\`|~\w-]+`
const QUOTED = String.raw`"(?:[^"\\]|\\.)*"`

/** The list and its items may be empty: https://www.rfc-editor.org/rfc/rfc9111#name-cache-control */
const DIRECTIVE = String.raw`(?:${TOKEN}(?:=(?:${TOKEN}|${QUOTED}))?\s*)?`
const DIRECTIVES = new RegExp(String.raw`^\s*${DIRECTIVE}(?:,\s*${DIRECTIVE})*$`)

export const headers: readonly Check[] = [
  {
    id: 'headers/rate-limit',
    level: 'must',
    title:
      'Rate limit headers, if sent, are whole numbers, and X-RateLimit-Reset is a Unix time in seconds.',
    sentences: quoted('14.4'),
    scope: 'service',
    run: async (service) => {
      const exchange = await service.get('tables')
      const values = NAMES.map((name) => exchange.headers.get(name))
      if (values.every((value) => value === null))
        throw new NotApplicable('no response has rate limit headers')
      for (const [index, value] of values.entries())
        if (value !== null && !/^\d+$/.test(value))
          service.fault(exchange, `${NAMES[index] ?? ''} is ${value}, not a whole number`)
      const [limit, remaining, reset] = values
      if (limit && remaining && Number(remaining) > Number(limit))
        service.fault(
          exchange,
          `X-RateLimit-Remaining is ${remaining}, more than X-RateLimit-Limit, ${limit}`,
        )
      const now = Date.now() / 1000
      if (reset && Math.abs(Number(reset) - now) > YEAR)
        service.fault(
          exchange,
          `X-RateLimit-Reset is ${reset}, not a Unix time in seconds within a year of now`,
        )
    },
  },
  {
    id: 'headers/etag',
    level: 'must',
    title: 'An ETag, if sent, is well-formed.',
    sentences: quoted('14.5'),
    scope: 'service',
    run: async (service) => {
      for (const [exchange, tag] of await taggedQueries(service))
        if (!ENTITY_TAG.test(tag)) service.fault(exchange, `ETag ${tag} is not well-formed`)
    },
  },
  {
    // An ETag belongs to one URL, so HTTP allows the same ETag for different URLs.
    id: 'headers/etag-of-query',
    level: 'should',
    title: 'Queries with different responses have different ETags.',
    sentences: quoted('14.5'),
    scope: 'service',
    run: async (service) => {
      const byTag = new Map<string, Exchange>()
      for (const [exchange, tag] of await taggedQueries(service)) {
        const other = byTag.get(tag)
        if (other && other.text !== exchange.text)
          service.fault(
            exchange,
            `the response to ${other.url} has the same ETag ${tag}, but another body`,
          )
        byTag.set(tag, exchange)
      }
    },
  },
  {
    id: 'headers/not-modified',
    level: 'must',
    title:
      'With If-None-Match, the response is 304 without a body, or 200; with the ETag of another query, it is 200.',
    sentences: quoted('14.5'),
    scope: 'service',
    run: async (service) => {
      let tags = 0
      let previous: Exchange | undefined
      for (const exchange of await differentQueries(service)) {
        const tag = exchange.headers.get('ETag')
        if (tag === null || !ENTITY_TAG.test(tag)) continue
        tags++
        const again = await conditional(service, exchange, tag)
        if (again.status !== 304 && again.status !== 200)
          service.fault(again, `expected status 304 or 200, but received ${summaryOf(again)}`)
        if (again.status === 304 && again.text !== '')
          service.fault(again, 'a response with status 304 must not have a body')
        const other = previous?.headers.get('ETag')
        if (previous && other && other !== tag && previous.text !== exchange.text) {
          const wrong = await conditional(service, exchange, other)
          if (wrong.status === 304)
            service.fault(wrong, `the status is 304, although the ETag belongs to ${previous.url}`)
        }
        previous = exchange
      }
      if (tags === 0) throw new NotApplicable('no response has an ETag')
    },
  },
  {
    id: 'headers/cache-control',
    level: 'must',
    title: 'Cache-Control, if sent, is well-formed.',
    sentences: quoted('14.5'),
    scope: 'service',
    run: async (service) => {
      const values = (await differentQueries(service)).map(
        (exchange) => [exchange, exchange.headers.get('Cache-Control')] as const,
      )
      if (values.every(([, value]) => value === null))
        throw new NotApplicable('no response has Cache-Control')
      for (const [exchange, value] of values)
        if (value !== null && !DIRECTIVES.test(value))
          service.fault(exchange, `Cache-Control is ${value}, which is not well-formed`)
    },
  },
  {
    id: 'headers/shared-caches',
    level: 'should',
    title: 'Shared caches may not store responses to authenticated requests.',
    sentences: quoted('14.5', '12.4'),
    scope: 'service',
    run: async (service) => {
      if (!service.hasCredentials)
        throw new NotApplicable('the options of the run contain no credentials')
      for (const exchange of await differentQueries(service)) {
        const value = exchange.headers.get('Cache-Control') ?? ''
        if (/\bpublic\b|\bs-maxage=[1-9]/i.test(value))
          service.fault(exchange, `Cache-Control is ${value}, which lets shared caches store it`)
      }
    },
  },
]

/** Queries that differ in each parameter that belongs to the key of a cache. */
async function differentQueries(service: ServiceUnderTest): Promise<readonly Exchange[]> {
  const tables = service.tables.filter(({ rows }) => rows.length > 1).slice(0, 3)
  const queries = tables.flatMap(({ name, columns }) => {
    const table = `query?table=${encodeURIComponent(name)}`
    const [column] = columns
    const by = encodeURIComponent(column?.name ?? '')
    const more = ['limit=1', 'page=2&limit=1', `sort=${by}:desc`, `columns=${by}`, 'filter=a']
    return [table, ...more.map((text) => `${table}&${text}`)]
  })
  const exchanges = []
  for (const path of ['tables', ...queries]) exchanges.push(await service.get(path))
  return exchanges.filter(({ status }) => status === 200)
}

/** Query responses with their ETags. @throws NotApplicable if no response has one */
async function taggedQueries(
  service: ServiceUnderTest,
): Promise<readonly (readonly [Exchange, string])[]> {
  const tagged = (await differentQueries(service)).flatMap((exchange) => {
    const tag = exchange.headers.get('ETag')
    return tag === null ? [] : [[exchange, tag] as const]
  })
  if (tagged.length === 0) throw new NotApplicable('no response has an ETag')
  return tagged
}

function conditional(service: ServiceUnderTest, { url }: Exchange, tag: string): Promise<Exchange> {
  const path = url.slice(url.lastIndexOf('/') + 1)
  return service.get(path, { headers: { 'If-None-Match': tag } })
}
