/** Traces of requests to a SQLite file: failed statements, and statements without a connection. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { SpanStatusCode } from '@opentelemetry/api'
import Database from 'better-sqlite3'
import { dialectForTests } from '../support/dialect-for-tests'
import { forgetSpans, recordedSpans, type spansOf } from '../support/recorded-spans'
import { startTestApp, type TestApp } from '../support/test-app'
import { tracedRequest } from '../support/traced-requests'
import { waitUntil } from '../support/wait-until'
import { whileStill } from '../support/while-still'

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
    // Short statements and background reads need a cached total.
    app = await startTestApp(file, { plainReads: false })
  })
  afterAll(async () => {
    await app.stop()
    rmSync(folder, { recursive: true })
  })

  const spansOfRequest = async (target: string): Promise<ReturnType<typeof spansOf>> =>
    (await tracedRequest(app, target)).spans

  it('marks a failed statement and its request, without the message', async () => {
    const spans = await spansOfRequest('query?table=failing')
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
    const query = 'query?table=many&limit=5'
    const spans = await whileStill(dialectForTests('sqlite'), `sqlite:${file}`, async () => {
      // The first counts, and the second shows that the statement without a count is short.
      for (let times = 0; times < 2; times++) await spansOfRequest(query)
      return spansOfRequest(query)
    })
    expect(spans.map(({ name }) => name)).not.toContain('wait for a connection')
    const statements = spans.filter(({ name }) => name === 'SELECT many')
    expect(statements.map(({ attributes }) => attributes['db.response.returned_rows'])).toEqual([5])
  })

  it('has no statements that run in the background', async () => {
    forgetSpans()
    // No span shows when the bookmarks are complete.
    await waitUntil(async () => {
      const spans = await spansOfRequest('query?table=many&sort=id:asc&limit=10&page=250')
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
