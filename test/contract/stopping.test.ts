/** Work that takes too long, or that nobody waits for any more, ends in the database itself. */
import { request } from 'node:http'
import { people } from '../../fixtures/conformance/conformance'
import { describeEachEngine } from '../support/describe-each-engine'
import { addSlowView, untilRunning } from '../support/slow-view'

/** Milliseconds; less than it takes to count the rows of `slow` on any machine. */
const STATEMENT_TIMEOUT = 2000

const fixture = { tables: [people], views: [] }

describeEachEngine(
  'a statement over its time limit',
  fixture,
  (t) => {
    beforeAll(() => addSlowView(t))

    it('is stopped by the database, and the client is told why', async () => {
      const began = Date.now()
      const answer = t.app.get('query?table=slow')
      await untilRunning(t, (running) => running === 1, STATEMENT_TIMEOUT)
      expect([(await answer).status, (await answer).text]).toEqual([
        500,
        '{"error":"DATABASE_ERROR","message":"The query took longer than 2000 ms."}',
      ])
      expect(Date.now() - began).toBeLessThan(STATEMENT_TIMEOUT + 1500)
      await untilRunning(t, (running) => running === 0, 1000)
      expect((await t.app.get('query?table=people&limit=1')).status).toBe(200)
    })
  },
  { statementTimeout: STATEMENT_TIMEOUT },
)

describeEachEngine('a client that leaves', fixture, (t) => {
  beforeAll(() => addSlowView(t))

  async function askAndLeave(): Promise<void> {
    const sent = request(t.app.origin + '/api/table-viewer/query?table=slow', { agent: false })
    sent.on('error', () => undefined)
    sent.end()
    await untilRunning(t, (running) => running === 1, 5000)
    sent.destroy()
    await untilRunning(t, (running) => running === 0, 1000)
  }

  it('takes its statement with it, and nothing is reported as failed', async () => {
    t.app.errors.length = 0
    for (let times = 0; times < 3; times++) await askAndLeave()
    expect((await t.app.get('query?table=people&limit=1')).status).toBe(200)
    expect(t.app.errors).toEqual([])
  })
})

describeEachEngine('a slow statement', fixture, (t) => {
  beforeAll(() => addSlowView(t))

  it('leaves the requests beside it alone', async () => {
    const sent = request(t.app.origin + '/api/table-viewer/query?table=slow', { agent: false })
    sent.on('error', () => undefined)
    sent.end()
    await untilRunning(t, (running) => running === 1, 5000)
    const times: number[] = []
    for (let asked = 0; asked < 50; asked++) {
      const began = performance.now()
      expect((await t.app.get('query?table=people&limit=1')).status).toBe(200)
      times.push(performance.now() - began)
    }
    sent.destroy()
    // Far more than it takes, and far less than the slow one takes.
    expect(Math.max(...times)).toBeLessThan(1000)
    await untilRunning(t, (running) => running === 0, 1000)
  })
})
