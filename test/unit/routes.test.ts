import { createApp } from '../../src/app'
import type { TableService } from '../../src/core/table-service'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'

const calls: string[] = []
/** Records each call, and fails. */
const tables: TableService = {
  limits: { maxResponseBytes: 1_000_000, maxWaiting: 10 },
  listTables: () => fail('listTables'),
  describeTable: () => fail('describeTable'),
  query: () => fail('query'),
  version: () => fail('version'),
  withPermission: () => tables,
}
function fail(name: string): Promise<never> {
  calls.push(name)
  return Promise.reject(new Error('an internal message'))
}

async function statusOf(path: string, method = 'GET'): Promise<number> {
  const app = createApp({ tables })
  app.silent = true
  const server = app.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const response = await fetch(`http://127.0.0.1:${port}/api/table-viewer/${path}`, { method })
  const text = await response.text()
  expect(text).not.toContain('an internal message')
  server.close()
  server.closeAllConnections()
  return response.status
}

it.each([
  ['query', 'GET', 400],
  ['query?table=a&page=0', 'GET', 400],
  ['query?table=a&limit=1001', 'GET', 400],
  ['query?table=a&sort=b', 'GET', 400],
  ['query?table=a&columns=', 'GET', 400],
  ['query?table=%00', 'GET', 400],
  ['tables/%00', 'GET', 400],
  ['nope', 'GET', 404],
  ['tables', 'POST', 405],
])('refuses %s without the database', async (path, method, status) => {
  calls.length = 0
  expect([await statusOf(path, method), calls]).toEqual([status, []])
})

it.each(['query?table=a', 'tables', 'tables/a'])('%s reaches the database', async (path) => {
  calls.length = 0
  expect([await statusOf(path), calls.length]).toEqual([500, 1])
})
