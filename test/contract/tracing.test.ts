/** Spans of OpenTelemetry: the attributes and the status of a request and its parts. */
import { people } from '../../fixtures/conformance/conformance'
import { describeEachEngine, describeOneEngine } from '../support/describe-each-engine'
import { forgetSpans, recordedSpans } from '../support/recorded-spans'
import { newTrace, PARENT, tracedRequest, untilEnded } from '../support/traced-requests'
import { waitUntil } from '../support/wait-until'

const fixture = { tables: [people], views: [] }

describeEachEngine('a trace', fixture, (t) => {
  const traced = (path: string): ReturnType<typeof tracedRequest> => tracedRequest(t.app, path)

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
      'db.system.name': t.systemName(t.engine.name),
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
})

describeOneEngine('a trace of an app', fixture, (t) => {
  it('has the status of the response', async () => {
    const of = async (path: string): Promise<unknown> => {
      const trace = newTrace()
      await t.app.request(path, { headers: trace.headers })
      const [request] = (await untilEnded(trace)).filter(
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
