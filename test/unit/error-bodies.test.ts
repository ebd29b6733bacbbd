/** The memory of errors with the names of many tables. */
import { setTimeout as delay } from 'node:timers/promises'
import { createApp } from '../../src'
import { tableNotFound } from '../../src/core/errors'
import { NO_TABLES } from '../support/no-tables'
import { sendRequest } from '../support/send-request'
import { serveApp } from '../support/serve-app'
import { slowClient, type SlowClient } from '../support/slow-client'
import { waitUntil } from '../support/wait-until'

const CLIENTS = 8
/** With twice the size of the body, two of them fit into the budget of 64 MiB. */
const NAMES = Array.from({ length: 14 }, () => 'x'.repeat(1024 * 1024))
const PATH = '/api/table-viewer/tables/none'

it('are made for as many slow clients as fit into the budget, and for the others later', async () => {
  let made = 0
  let asked = 0
  const names = [...NAMES]
  const counted = Object.assign([...names], {
    toJSON: () => {
      made++
      return names
    },
  })
  const describeTable = (): Promise<never> => {
    asked++
    return Promise.reject(tableNotFound('none', counted))
  }
  const listed = createApp({ tables: { ...NO_TABLES, describeTable } })
  // Clients that leave are no failures to print.
  listed.silent = true
  const app = await serveApp(listed)
  const clients: SlowClient[] = []
  try {
    const { status, text } = await sendRequest(app.origin, PATH)
    expect(status).toBe(404)
    expect(JSON.parse(text)).toMatchObject({ details: { table: 'none', availableTables: names } })
    made = 0
    asked = 0
    for (let client = 0; client < CLIENTS; client++) {
      clients.push(await slowClient(app.origin, PATH))
    }
    await waitUntil(() => asked === CLIENTS && made === 2)
    // No third one is made.
    await delay(300)
    expect(made).toBe(2)
    for (const { leave } of clients.splice(0, 2)) leave()
    await waitUntil(() => made === 4)
  } finally {
    for (const { leave } of clients) leave()
    app.stop()
  }
})
