/**
 * Spans of OpenTelemetry: the trace of a request.
 *
 * @quiet A write to any database of the server keeps a total from being cached, and so its table from being checked.
 */
import { people } from '../../fixtures/conformance/conformance'
import { describeOneEngine, withoutApp } from '../support/describe-each-engine'
import { treeBelow } from '../support/recorded-spans'
import { startTestApp } from '../support/test-app'
import { PARENT, tracedRequest } from '../support/traced-requests'
import { STILL_TEST_TIMEOUT, whileStill } from '../support/while-still'

jest.setTimeout(STILL_TEST_TIMEOUT)

withoutApp(describeOneEngine)('a trace', { tables: [people], views: [] }, (t) => {
  it('continues traceparent, and nests request, plan, read, wait and statement', async () => {
    const { spans, response } = await whileStill(t, t.database.url, async () => {
      const app = await startTestApp(t.database.url, { now: () => 0 })
      // MySQL and MariaDB must have written nothing for a second.
      app.expireCaches()
      await app.get('query?table=people&filter=lo')
      app.expireCaches()
      const query = 'query?table=people&columns=id&sort=id:asc&limit=3'
      return tracedRequest(app, query).finally(() => app.stop())
    })
    expect(response.status).toBe(200)
    const [request, ...others] = treeBelow(spans, PARENT)
    expect(others).toEqual([])
    const [plan, read, ...more] = request?.children ?? []
    expect(request?.name).toBe('GET /api/table-viewer/query')
    expect(plan?.name).toBe('plan')
    // The catalogue is read anew, by statements on no table.
    const catalogue = plan?.children.map(({ name }) => name) ?? []
    expect(catalogue.slice(0, 2)).toEqual(['wait for a connection', expect.stringMatching(/^\w+$/)])
    expect([read?.name, more]).toEqual(['read', []])
    const statement = [
      { name: 'wait for a connection', children: [] },
      { name: 'SELECT people', children: [] },
    ]
    const expected = t.checksBeforeCaching ? [...statement, ...statement] : statement
    expect(read?.children).toEqual(expected)
  })
})
