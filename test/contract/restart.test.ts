/** A database server that is restarted, as it is for every update. */
import { setTimeout as delay } from 'node:timers/promises'
import { people } from '../../fixtures/conformance/conformance'
import { loadFixture } from '../../fixtures/load-fixture'
import { startPrivately, testedKinds, type DialectServer } from '../support/all-servers'
import { dialectForTests } from '../support/dialect-for-tests'
import { leaveOutMissingEngines, noEngineHere } from '../support/left-out'
import { sendRequest } from '../support/send-request'
import { startTestApp } from '../support/test-app'

/** Milliseconds after which requests succeed again, on a busy machine. */
const HEALING_TIME = 10_000

leaveOutMissingEngines('a restart')
const kinds = testedKinds().map((kind) => [kind.name, kind] as const)
if (kinds.length === 0) noEngineHere()
// Each test restarts a server of its own.
else
  it.concurrent.each(kinds)(
    '%s is used again after a restart, and fails requests meanwhile',
    restart,
    180_000,
  )

async function restart(_name: string, kind: DialectServer): Promise<void> {
  const { createTestDatabase, storage } = dialectForTests(kind.dialect)
  const server = await startPrivately(kind)
  const database = await createTestDatabase(server.url, 'restarted')
  await loadFixture({ tables: [people], views: [] }, storage, database.url)
  const app = await startTestApp(database.url, { poolSize: 4, connectTimeout: 2000 })
  try {
    const answers: { status: number; text: string; ms: number }[] = []
    let isOver = false
    const asking = Array.from({ length: 8 }, async (_, client) => {
      for (let page = 1; !isOver; page++) {
        const began = Date.now()
        const path = `/api/table-viewer/query?table=people&limit=2&page=${1 + ((client + page) % 6)}`
        const { status, text } = await sendRequest(app.origin, path)
        answers.push({ status, text, ms: Date.now() - began })
        await delay(5)
      }
    })
    const untilHealed = async (): Promise<void> => {
      const before = answers.length
      // As many in a row as are in flight, twice.
      const isHealed = (): boolean =>
        answers.length >= before + 16 && answers.slice(-16).every(({ status }) => status === 200)
      const end = Date.now() + HEALING_TIME
      while (!isHealed()) {
        if (Date.now() > end) throw new Error('requests still fail')
        await delay(20)
      }
    }
    for (let times = 0; times < 3; times++) {
      await untilHealed()
      await server.restart?.()
    }
    await untilHealed()
    const soFar = answers.length
    await delay(1000)
    isOver = true
    await Promise.all(asking)
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 500]))
    for (const { status, text, ms } of answers) {
      expect(ms).toBeLessThan(10_000)
      if (status === 200) continue
      expect(JSON.parse(text)).toEqual({
        error: 'DATABASE_ERROR',
        message: 'The database failed or is not reachable.',
      })
    }
    for (const { status } of answers.slice(soFar)) expect(status).toBe(200)
    expect(await database.sessions()).toBeLessThanOrEqual(4)
  } finally {
    await app.stop()
    await server.stop()
  }
}
