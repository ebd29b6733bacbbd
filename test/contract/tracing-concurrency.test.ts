/** Traces of concurrent requests, which share connections and statements. */
import { people } from '../../fixtures/conformance/conformance'
import { describeOneEngine } from '../support/describe-each-engine'
import { treeBelow } from '../support/recorded-spans'
import { startTestApp } from '../support/test-app'
import { newTrace, PARENT, untilEnded } from '../support/traced-requests'

describeOneEngine('a trace', { tables: [people], views: [] }, (t) => {
  it('separates concurrent requests that wait for the same connections', async () => {
    const app = await startTestApp(t.database.url, { poolSize: 2 })
    try {
      // Each request has its own limit, which the text of its statement has.
      const sent = Array.from({ length: 40 }, (_, index) => ({
        trace: newTrace(),
        limit: index + 20,
      }))
      await Promise.all(
        sent.map(({ trace, limit }) =>
          app.get(`query?table=people&sort=name:desc&limit=${limit}`, {
            headers: trace.headers,
          }),
        ),
      )
      for (const { trace, limit } of sent) {
        const spans = await untilEnded(trace)
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
    const traces = Array.from({ length: 100 }, () => newTrace())
    const path = 'query?table=people&sort=age:asc,id:desc&limit=7'
    await Promise.all(traces.map((trace) => t.app.get(path, { headers: trace.headers })))
    const ran: string[] = []
    const linked: string[] = []
    for (const trace of traces) {
      const spans = await untilEnded(trace)
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
      if (statements.length > 0) ran.push(trace.id)
      linked.push(...links)
    }
    expect(ran.length + linked.length).toBe(traces.length)
    expect(linked.filter((id) => !ran.includes(id))).toEqual([])
  })
})
