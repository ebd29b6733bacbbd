/** A statement is cancelled in the database at its timeout, and when its client disconnects. @long */
import { request } from 'node:http'
import { people } from '../../fixtures/conformance/conformance'
import {
  describeEachDialect,
  describeEachEngine,
  describeOneEngine,
} from '../support/describe-each-engine'
import { addComputingView, untilRunning } from '../support/slow-view'

/** Milliseconds; less than it takes to count the rows of `slow` on any machine. */
const STATEMENT_TIMEOUT = 2000

const fixture = { tables: [people], views: [] }

describeEachEngine(
  'a statement that exceeds its timeout',
  fixture,
  (t) => {
    beforeAll(() => addComputingView(t, t.app))

    it('is cancelled in the database, and the error gives the reason', async () => {
      const response = t.app.get('query?table=slow')
      await untilRunning(t, (running) => running === 1, STATEMENT_TIMEOUT)
      expect([(await response).status, (await response).text]).toEqual([
        500,
        '{"error":"DATABASE_ERROR","message":"The query took longer than 2000 ms."}',
      ])
      await untilRunning(t, (running) => running === 0)
      expect((await t.app.get('query?table=people&limit=1')).status).toBe(200)
    })
  },
  { statementTimeout: STATEMENT_TIMEOUT },
)

describeEachDialect('a client that disconnects', fixture, (t) => {
  beforeAll(() => addComputingView(t, t.app))

  async function sendAndDisconnect(): Promise<void> {
    const sent = request(t.app.origin + '/api/table-viewer/query?table=slow', { agent: false })
    sent.on('error', () => undefined)
    sent.end()
    await untilRunning(t, (running) => running === 1)
    sent.destroy()
    await untilRunning(t, (running) => running === 0)
  }

  it('cancels its statement, and emits no error', async () => {
    t.app.errors.length = 0
    for (let times = 0; times < 3; times++) await sendAndDisconnect()
    expect((await t.app.get('query?table=people&limit=1')).status).toBe(200)
    expect(t.app.errors).toEqual([])
  })
})

describeOneEngine('a slow statement', fixture, (t) => {
  beforeAll(() => addComputingView(t, t.app))

  it('does not delay concurrent requests', async () => {
    const sent = request(t.app.origin + '/api/table-viewer/query?table=slow', { agent: false })
    sent.on('error', () => undefined)
    sent.end()
    await untilRunning(t, (running) => running === 1)
    for (let count = 0; count < 50; count++) {
      expect((await t.app.get('query?table=people&limit=1')).status).toBe(200)
    }
    // It takes hours, so no request has waited for it. Another session may read the server's state now.
    await untilRunning(t, (running) => running === 1)
    sent.destroy()
    await untilRunning(t, (running) => running === 0)
  })
})
