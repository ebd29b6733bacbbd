/** A server that is restarted, as it is for every update. */
import { setTimeout as delay } from 'node:timers/promises'
import { people } from '../../fixtures/conformance/conformance'
import { loadFixture } from '../../fixtures/load-fixture'
import { allServers, startPrivately } from '../support/all-servers'
import { dialectForTests } from '../support/dialect-for-tests'
import { leaveOutMissingEngines } from '../support/left-out'
import { sendRequest } from '../support/send-request'
import { startTestApp } from '../support/test-app'
import { testServers } from '../support/test-servers'

const tested = testServers().map(({ name }) => name)
const servers = allServers().filter(({ name }) => tested.includes(name) && name !== 'sqlite')

leaveOutMissingEngines('a restart')

/** Each has a server of its own, for the others would be restarted with it. */
it.concurrent.each(
  servers.map((server) => [server.name, server, dialectForTests(server.dialect)] as const),
)(
  '%s is used again when it is back, and nothing but errors comes of it meanwhile',
  async (_name, kind, { createTestDatabase, storage }) => {
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
      for (let times = 0; times < 3; times++) {
        await delay(500)
        await server.restart?.()
      }
      await delay(3000)
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
          message: 'The database could not answer.',
        })
      }
      for (const { status } of answers.slice(soFar)) expect(status).toBe(200)
      expect(await database.sessions()).toBeLessThanOrEqual(4)
    } finally {
      await app.stop()
      await server.stop()
    }
  },
  180_000,
)
