/** A restart of the database server, as for an update. @long */
import { setTimeout as delay } from 'node:timers/promises'
import { people } from '../../fixtures/conformance/conformance'
import { loadFixture } from '../../fixtures/load-fixture'
import { startPrivately, testedKinds, type DialectServer } from '../support/all-servers'
import { concurrentTests } from '../support/concurrent-tests'
import { effort } from '../support/effort'
import { dialectForTests } from '../support/dialect-for-tests'
import { leaveOutMissingEngines, noEngineHere } from '../support/left-out'
import { sendRequest } from '../support/send-request'
import { startTestApp } from '../support/test-app'
import { oneOfEachDialect } from '../support/test-servers'

/** Milliseconds until requests succeed again after a restart, on a busy machine. */
const RECOVERY_TIME = 10_000

const RESTARTS = effort(1, 3)

/** Requests that must all succeed after the last restart. */
const REQUESTS_AFTER_RECOVERY = 300

leaveOutMissingEngines('a restart')
const kinds = effort(oneOfEachDialect(testedKinds()), testedKinds())
if (kinds.length === 0) noEngineHere()
// Each test restarts a server of its own.
else {
  const title = 'requests fail during a restart of $name, and succeed after it'
  concurrentTests(kinds, title, restart, 180_000)
}

async function restart(kind: DialectServer): Promise<void> {
  const { createTestDatabase, storage } = dialectForTests(kind.dialect)
  const server = await startPrivately(kind)
  const database = await createTestDatabase(server.url, 'restarted')
  await loadFixture({ tables: [people], views: [] }, storage, database.url)
  const app = await startTestApp(database.url, { poolSize: 4, connectTimeout: 2000 })
  try {
    const responses: { status: number; text: string; ms: number }[] = []
    let hasStopped = false
    const clients = Array.from({ length: 8 }, async (_, client) => {
      for (let page = 1; !hasStopped; page++) {
        const began = Date.now()
        const path = `/api/table-viewer/query?table=people&limit=2&page=${1 + ((client + page) % 6)}`
        const { status, text } = await sendRequest(app.origin, path)
        responses.push({ status, text, ms: Date.now() - began })
        await delay(20)
      }
    })
    const untilRecovered = async (): Promise<void> => {
      const before = responses.length
      // Twice the number of concurrent requests, in a row.
      const hasRecovered = (): boolean =>
        responses.length >= before + 16 &&
        responses.slice(-16).every(({ status }) => status === 200)
      const end = Date.now() + RECOVERY_TIME
      while (!hasRecovered()) {
        if (Date.now() > end) throw new Error('requests still fail')
        await delay(20)
      }
    }
    for (let times = 0; times < RESTARTS; times++) {
      await untilRecovered()
      await server.restart?.()
    }
    await untilRecovered()
    const sinceRecovery = responses.length
    while (responses.length < sinceRecovery + REQUESTS_AFTER_RECOVERY) await delay(20)
    hasStopped = true
    await Promise.all(clients)
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200, 500]))
    for (const { status, text, ms } of responses) {
      expect(ms).toBeLessThan(10_000)
      if (status === 200) continue
      expect(JSON.parse(text)).toEqual({
        error: 'DATABASE_ERROR',
        message: 'The database failed or is not reachable.',
      })
    }
    for (const { status } of responses.slice(sinceRecovery)) expect(status).toBe(200)
    expect(await database.sessions()).toBeLessThanOrEqual(4)
  } finally {
    await app.stop()
    await server.stop()
  }
}
