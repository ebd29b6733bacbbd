/** The metrics of several worker processes together; worker-metrics.stress.ts asks for many at once. @long */
import { builtProgram } from '../support/built-program'
import { effort } from '../support/effort'
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

let served: Awaited<ReturnType<typeof program.serve>>
beforeAll(async () => {
  served = await program.serve(['--workers', '2', '--metrics', 'true'])
  await sendTen(`${served.baseUrl}/tables`)
}, 60_000)

it('report the metrics of a worker that does not respond as it has sent them last', async () => {
  const { baseUrl, child } = served
  const metrics = (): Promise<string> => metricsOf(baseUrl)
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
  const { baseUrl, child } = served
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
  const before = await metricsAfter(counted(10))
  for (const count of effort([10], [10, 20])) {
    const text = await replaceOne()
    for (const line of counted(count)) expect(text).toContain(line)
    // Gauges end with their worker.
    expect(memory(text)).toBeLessThan(1.5 * memory(before))
    await sendTen(`${baseUrl}/tables`)
    await metricsAfter(counted(count + 10))
  }
}, 120_000)
