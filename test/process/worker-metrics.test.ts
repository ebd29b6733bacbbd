/** The metrics of several worker processes together. @long */
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

/** The text is empty if nothing listens, because the only worker has just started. */
async function metricsOf(baseUrl: string): Promise<string> {
  const url = `${new URL(baseUrl).origin}/metrics`
  const response = await fetch(url, { headers }).catch(() => undefined)
  return (await response?.text()) ?? ''
}

async function sendTen(url: string): Promise<void> {
  for (let sent = 0; sent < 10; sent++) await fetch(url, { headers })
}

const countedRequests = (count: number): string =>
  `tablequery_requests_total{method="GET",route="tables",status="200"} ${count}\n`

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

it('report the metrics of a worker that does not respond as it has sent them last', async () => {
  const { baseUrl, child } = await program.serve(['--workers', '2', '--metrics', 'true'])
  const metrics = (): Promise<string> => metricsOf(baseUrl)
  await sendTen(`${baseUrl}/tables`)
  const counted = countedRequests(10)
  await waitUntil(async () => (await metrics()).includes(counted))
  const [stopped = 0] = childrenOf(child.pid)
  process.kill(stopped, 'SIGSTOP')
  try {
    // The primary process gives one of these to the worker that is stopped.
    const text = await Promise.any([metrics(), metrics(), metrics()])
    expect(text).toContain('tablequery_workers{state="responding"} 1')
    expect(text).toContain('tablequery_workers{state="silent"} 1')
    expect(text).toContain(counted)
  } finally {
    process.kill(stopped, 'SIGCONT')
  }
  const all = 'tablequery_workers{state="responding"} 2'
  await waitUntil(async () => (await metrics()).includes(all))
}, 60_000)

it('count in the metrics what workers that have been replaced have reported', async () => {
  const { baseUrl, child } = await program.serve(['--workers', '2', '--metrics', 'true'])
  const counted = (count: number): string[] => [
    countedRequests(count),
    `tablequery_request_duration_seconds_count{route="tables"} ${count}\n`,
  ]
  /** The metrics of both workers. */
  const metricsAfter = async (lines: readonly string[]): Promise<string> => {
    const expected = ['tablequery_workers{state="responding"} 2', ...lines]
    let text = ''
    await waitUntil(async () => {
      text = await metricsOf(baseUrl)
      return expected.every((line) => text.includes(line))
    }, 20_000)
    return text
  }
  const replaceOne = async (): Promise<string> => {
    const [replaced = 0] = childrenOf(child.pid)
    process.kill(replaced, 'SIGKILL')
    await waitUntil(() => parentOf(replaced) === undefined)
    await untilChildren(child.pid, 2)
    return metricsAfter([])
  }
  const memory = (text: string): number =>
    Number(/^process_resident_memory_bytes (\d+)/m.exec(text)?.[1])
  await sendTen(`${baseUrl}/tables`)
  const before = await metricsAfter(counted(10))
  for (const count of [10, 20]) {
    const text = await replaceOne()
    for (const line of counted(count)) expect(text).toContain(line)
    // Gauges end with their worker.
    expect(memory(text)).toBeLessThan(1.5 * memory(before))
    await sendTen(`${baseUrl}/tables`)
    await metricsAfter(counted(count + 10))
  }
}, 120_000)
