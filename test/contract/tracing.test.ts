/** Spans of OpenTelemetry: one trace for each request, even if requests share connections and statements. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { SpanStatusCode } from '@opentelemetry/api'
import Database from 'better-sqlite3'
import { people } from '../../fixtures/conformance/conformance'
import { describeEachEngine, describeOneEngine } from '../support/describe-each-engine'
import { forgetSpans, recordedSpans, spansOf, treeBelow } from '../support/recorded-spans'
import type { ReceivedResponse } from '../support/send-request'
import { startTestApp, type TestApp } from '../support/test-app'
import { waitUntil } from '../support/wait-until'

const fixture = { tables: [people], views: [] }
const PARENT = '00f067aa0ba902b7'
const SYSTEMS: Readonly<Record<string, string>> = { postgres: 'postgresql' }

/** Distinct ids of traces. */
const traceId = (number: number): string => number.toString(16).padStart(32, 'a')

const traceparent = (number: number): Record<string, string> => ({
  traceparent: `00-${traceId(number)}-${PARENT}-01`,
})

/** The request's span ends when the client has the response, so a client can be faster. */
const untilEnded = async (number: number): Promise<ReturnType<typeof spansOf>> => {
  const isEnded = (): boolean =>
    spansOf(traceId(number)).some(({ parentSpanContext: parent }) => parent?.spanId === PARENT)
  await waitUntil(isEnded)
  return spansOf(traceId(number))
}

let requests = 0

describeEachEngine('a trace', fixture, (t) => {
  /** Sends a request with a `traceparent` of its own. */
  const traced = async (
    path: string,
  ): Promise<{ spans: ReturnType<typeof spansOf>; response: ReceivedResponse }> => {
    const number = ++requests
    const response = await t.app.get(path, { headers: traceparent(number) })
    return { spans: await untilEnded(number), response }
  }

  const systemName = (): string => SYSTEMS[t.engine.name] ?? t.engine.name

  it('continues traceparent, and nests request, plan, read, wait and statement', async () => {
    t.app.age()
    const { spans, response } = await traced('query?table=people&columns=id&sort=id:asc&limit=3')
    expect(response.status).toBe(200)
    const [request, ...others] = treeBelow(spans, PARENT)
    expect(others).toEqual([])
    const [plan, ...reads] = request?.children ?? []
    expect(request?.name).toBe('GET /api/table-viewer/query')
    expect(plan?.name).toBe('plan')
    // The catalogue is read anew, by statements on no table.
    const catalogue = plan?.children.map(({ name }) => name) ?? []
    expect(catalogue.slice(0, 2)).toEqual(['wait for a connection', expect.stringMatching(/^\w+$/)])
    expect(reads).toEqual([
      {
        name: 'read',
        children: [
          { name: 'wait for a connection', children: [] },
          { name: 'SELECT people', children: [] },
        ],
      },
    ])
  })

  it('has the attributes of the conventions, and row counts', async () => {
    const { spans } = await traced('query?table=people&columns=id,name&sort=name:desc&limit=4')
    const attributesOf = (name: string): unknown =>
      spans.find((span) => span.name === name)?.attributes
    expect(attributesOf('GET /api/table-viewer/query')).toMatchObject({
      'http.request.method': 'GET',
      'http.route': '/api/table-viewer/query',
      'http.response.status_code': 200,
      'url.path': '/api/table-viewer/query',
      'url.scheme': 'http',
    })
    expect(attributesOf('read')).toEqual({
      'db.collection.name': 'people',
      'tablequery.rows': 4,
      'tablequery.total': 12,
    })
    const statement = attributesOf('SELECT people') as Record<string, unknown>
    expect(statement).toMatchObject({
      'db.system.name': systemName(),
      'db.operation.name': 'SELECT',
      'db.collection.name': 'people',
      'db.query.text': expect.stringMatching(/^select .*people/s) as string,
      'db.response.returned_rows': 4,
    })
    const url = /:\/\/[^/]*@([^/:]+):(\d+)\/([^?]+)/.exec(t.database.url)
    expect([
      statement['server.address'],
      statement['server.port'],
      statement['db.namespace'],
    ]).toEqual(url ? [url[1], Number(url[2]), url[3]] : [undefined, undefined, undefined])
  })

  it('has no values of requests and rows', async () => {
    forgetSpans()
    const { spans } = await traced('query?table=people&filter=lo%C3%AFse&sort=city:desc&limit=5')
    expect(spans.length).toBeGreaterThan(3)
    await traced('query?table=people&filter=secret%00needle')
    await traced('query?table=my-secret-table')
    const texts = JSON.stringify(
      recordedSpans().map(({ name, attributes, status, events }) => [
        name,
        attributes,
        status,
        events,
      ]),
    )
    expect(texts).not.toMatch(/lo.?se|Kraków|Eloise|needle|my-secret/i)
  })

  it('separates concurrent requests that wait for the same connections', async () => {
    const app = await startTestApp(t.database.url, { poolSize: 2 })
    try {
      // Each request has its own limit, which the text of its statement has.
      const sent = Array.from({ length: 40 }, (_, index) => ({
        number: ++requests,
        limit: index + 20,
      }))
      await Promise.all(
        sent.map(({ number, limit }) =>
          app.get(`query?table=people&sort=name:desc&limit=${limit}`, {
            headers: traceparent(number),
          }),
        ),
      )
      for (const { number, limit } of sent) {
        const spans = await untilEnded(number)
        const [request] = treeBelow(spans, PARENT)
        const read = request?.children.find(({ name }) => name === 'read')
        const names = read?.children.map(({ name }) => name)
        expect(new Set(names)).toEqual(new Set(['wait for a connection', 'SELECT people']))
        // If the data seems to have changed, it is read again.
        const limits = spans
          .filter(({ name }) => name === 'SELECT people')
          .map(({ attributes }) => /limit (\d\d)\b/.exec(String(attributes['db.query.text']))?.[1])
        expect(new Set(limits.filter((each) => each !== undefined))).toEqual(
          new Set([String(limit)]),
        )
        // Every span has its parent in the same trace.
        const ids = new Set([PARENT, ...spans.map((span) => span.spanContext().spanId)])
        expect(spans.filter(({ parentSpanContext: p }) => !ids.has(p?.spanId ?? ''))).toEqual([])
      }
    } finally {
      await app.stop()
    }
  })

  it('links to the trace whose statement a request shares', async () => {
    const numbers = Array.from({ length: 100 }, () => ++requests)
    const path = 'query?table=people&sort=age:asc,id:desc&limit=7'
    await Promise.all(numbers.map((number) => t.app.get(path, { headers: traceparent(number) })))
    const ran: string[] = []
    const linked: string[] = []
    for (const number of numbers) {
      const spans = await untilEnded(number)
      const [read, ...others] = spans.filter(({ name }) => name === 'read')
      expect([read?.attributes['tablequery.rows'], others]).toEqual([7, []])
      const statements = spans.filter(({ name }) => name === 'SELECT people')
      const links = read?.links.map(({ context }) => context.traceId) ?? []
      // A read can start at the end of another one, and still belongs to its own request.
      expect([statements.length, links.length]).toEqual(
        links.length > 0 ? [0, 1] : [expect.any(Number), 0],
      )
      // One statement, or two if the data seems to have changed.
      expect(statements.length).toBeLessThanOrEqual(2)
      if (statements.length > 0) ran.push(traceId(number))
      linked.push(...links)
    }
    expect(ran.length + linked.length).toBe(numbers.length)
    expect(linked.filter((id) => !ran.includes(id))).toEqual([])
  })
})

describeOneEngine('a trace of an app', fixture, (t) => {
  it('has the status of the response', async () => {
    const of = async (path: string): Promise<unknown> => {
      const number = ++requests
      await t.app.request(path, { headers: traceparent(number) })
      const [request] = (await untilEnded(number)).filter(
        ({ parentSpanContext: parent }) => parent?.spanId === PARENT,
      )
      return [request?.name, request?.attributes['http.response.status_code'], request?.status]
    }
    const UNSET = { code: 0 }
    const query = 'GET /api/table-viewer/query'
    expect(await of('/api/table-viewer/query?table=people&limit=0')).toEqual([query, 400, UNSET])
    expect(await of('/api/table-viewer/tables/nowhere')).toEqual([
      'GET /api/table-viewer/tables/:table',
      404,
      UNSET,
    ])
    expect(await of('/nowhere')).toEqual(['GET', 404, UNSET])
  })

  it('starts at the request if traceparent is absent or not valid', async () => {
    for (const traceparent of ['', '00-zz-zz-01']) {
      forgetSpans()
      await t.app.get('tables', { headers: { traceparent } })
      await waitUntil(() => recordedSpans().some(({ name }) => name.endsWith('/tables')))
      const request = recordedSpans().find(({ name }) => name.endsWith('/tables'))
      expect(request?.parentSpanContext).toBeUndefined()
    }
  })
})

describe('a trace of a SQLite file', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'tablequery-tracing-'))
  const file = path.join(folder, 'file.sqlite')
  let app: TestApp
  beforeAll(async () => {
    new Database(file)
      .exec(
        `create table many (id integer primary key, word text);
        with recursive n (i) as (select 1 union all select i + 1 from n where i < 5000)
        insert into many select i, 'word ' || i from n;
        create view failing as select id from many where json('my-secret' || word)`,
      )
      .close()
    app = await startTestApp(file)
  })
  afterAll(async () => {
    await app.stop()
    rmSync(folder, { recursive: true })
  })

  const tracesOf = async (target: string): Promise<ReturnType<typeof spansOf>> => {
    const number = ++requests
    await app.get(target, { headers: traceparent(number) })
    return untilEnded(number)
  }

  it('marks a failed statement and its request, without the message', async () => {
    const spans = await tracesOf('query?table=failing')
    const failed = spans.filter(({ status }) => status.code === SpanStatusCode.ERROR)
    expect(failed.map(({ name, attributes }) => [name, attributes['error.type']])).toEqual([
      ['SELECT failing', 'SQLITE_ERROR'],
      ['read', 'SQLITE_ERROR'],
      ['GET /api/table-viewer/query', '500'],
    ])
    expect(JSON.stringify(failed.map(({ status, events }) => [status, events]))).not.toMatch(
      /secret|malformed/,
    )
  })

  it('includes statements that run without a connection', async () => {
    await waitUntil(async () => {
      const spans = await tracesOf('query?table=many&limit=5')
      if (spans.some(({ name }) => name === 'wait for a connection')) return false
      const [statement, ...others] = spans.filter(({ name }) => name === 'SELECT many')
      expect(others).toEqual([])
      return statement?.attributes['db.response.returned_rows'] === 5
    })
  })

  it('has no statements that run in the background', async () => {
    forgetSpans()
    await waitUntil(async () => {
      const spans = await tracesOf('query?table=many&sort=id:asc&limit=10&page=250')
      const statements = spans.filter(({ name }) => name === 'SELECT many')
      expect(statements.length).toBeLessThanOrEqual(2)
      const text = String(statements[0]?.attributes['db.query.text'])
      // From a bookmark, which was collected in the background.
      return text.includes(' where ')
    })
    const traces = recordedSpans()
      .filter(({ name }) => name === 'SELECT many')
      .map((span) => span.spanContext().traceId)
    const counts = [...new Set(traces)].map((id) => traces.filter((each) => each === id).length)
    // Bookmarks are collected by many statements.
    expect(Math.max(...counts)).toBeLessThanOrEqual(2)
  })
})
