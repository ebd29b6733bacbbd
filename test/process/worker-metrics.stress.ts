/** The metrics of several worker processes while one of them starts again. */
import path from 'node:path'
import Database from 'better-sqlite3'
import { builtProgram, outputOf } from '../support/built-program'
import { childrenOf, parentOf, untilChildren } from '../support/process-family'
import { waitUntil } from '../support/wait-until'

const program = builtProgram()
afterAll(() => {
  program.clear()
})

// Each request opens a connection, which any of the workers may accept.
const headers = { Connection: 'close' }

it('respond to many requests for /metrics at once while one of them waits for the database', async () => {
  const file = path.join(program.folder, 'locked.sqlite')
  const writer = new Database(file).exec('create table t (id)')
  const options = ['--workers', '2', '--metrics', 'true', '--log-level', 'error']
  const { baseUrl, child } = await program.serve([file, ...options])
  const { origin } = new URL(baseUrl)
  const [crashing = 0] = childrenOf(child.pid)
  writer.exec('begin exclusive')
  process.kill(crashing, 'SIGKILL')
  await waitUntil(() => parentOf(crashing) === undefined)
  await untilChildren(child.pid, 2)
  // Node.js warns of more than ten listeners of one event.
  const requests = Array.from({ length: 20 }, () => fetch(`${origin}/metrics`, { headers }))
  for (const response of await Promise.all(requests)) {
    expect([response.status, await response.text()]).toEqual([
      200,
      expect.stringContaining('tablequery_pool_connections'),
    ])
  }
  writer.close()
  child.kill()
  expect(await outputOf(child.stderr)).not.toContain('MaxListenersExceededWarning')
}, 60_000)
