/** Several processes at one address. */
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { builtProgram } from '../support/built-program'
import { childrenOf, parentOf } from '../support/process-family'

const program = builtProgram()
afterAll(() => {
  program.clear()
})

async function untilWorkers(pid: number | undefined, count: number): Promise<void> {
  for (let waited = 0; childrenOf(pid).length !== count; waited += 50) {
    if (waited > 10_000) throw new Error(`${childrenOf(pid).length} workers, not ${count}`)
    await delay(50)
  }
}

const statusOf = async (baseUrl: string): Promise<number> =>
  (await fetch(`${baseUrl}/query?table=products&limit=1`, { headers: { Connection: 'close' } }))
    .status

it('serve on when one of them crashes, and get another', async () => {
  const { baseUrl, child, line } = await program.serve(['--workers', '2'])
  expect(line).toBe(`${baseUrl} is ready, try: curl '${baseUrl}/tables'`)
  const [first = 0, ...others] = childrenOf(child.pid)
  expect(others).toHaveLength(1)
  process.kill(first, 'SIGKILL')
  await untilWorkers(child.pid, 1)
  for (let asked = 0; asked < 20; asked++) expect(await statusOf(baseUrl)).toBe(200)
  await untilWorkers(child.pid, 2)
  expect(childrenOf(child.pid)).not.toContain(first)
  for (let asked = 0; asked < 20; asked++) expect(await statusOf(baseUrl)).toBe(200)
}, 60_000)

it.each(['SIGINT', 'SIGTERM'] as const)(
  'all end on %s, with nothing left behind',
  async (signal) => {
    const { child } = await program.serve(['--workers', '2'])
    const workers = childrenOf(child.pid)
    const readers = workers.flatMap(childrenOf)
    expect(readers.length).toBeGreaterThan(0)
    child.kill(signal)
    expect(await once(child, 'exit')).toEqual([0, null])
    await delay(100)
    for (const pid of [...workers, ...readers]) expect(parentOf(pid)).toBeUndefined()
  },
  60_000,
)

it('all end when the first process is killed', async () => {
  const { child } = await program.serve(['--workers', '2'])
  const workers = childrenOf(child.pid)
  const all = [...workers, ...workers.flatMap(childrenOf)]
  child.kill('SIGKILL')
  await once(child, 'exit')
  for (let waited = 0; all.some((pid) => parentOf(pid) !== undefined); waited += 50) {
    if (waited > 5000) throw new Error('some are left')
    await delay(50)
  }
}, 60_000)

it('leave no reader behind that is in the middle of a scan', async () => {
  const file = path.join(program.folder, 'slow.sqlite')
  const recursion =
    'with recursive s(i) as (select 1 union all select i + 1 from s) select i from s'
  new Database(file).exec(`create view endless as ${recursion}`).close()
  const { baseUrl, child } = await program.serve([file, '--workers', '2'])
  const workers = childrenOf(child.pid)
  const asked = fetch(`${baseUrl}/query?table=endless&sort=i:desc`).catch(() => undefined)
  await delay(500)
  const all = [...workers, ...workers.flatMap(childrenOf)]
  for (const pid of [child.pid ?? 0, ...workers]) process.kill(pid, 'SIGKILL')
  await asked
  for (let waited = 0; all.some((pid) => parentOf(pid) !== undefined); waited += 50) {
    if (waited > 5000) throw new Error('some are left')
    await delay(50)
  }
}, 60_000)

it('say once why they cannot start', async () => {
  const { code, stderr } = await program.runToEnd(['/nope.db', '--workers', '3'])
  expect([code, stderr]).toEqual([1, 'tablequery: no such file: /nope.db\n'])
}, 60_000)

it('count the requests of a caller together', async () => {
  const limit = ['--rate-limit', '10', '--rate-limit-window', '3600']
  const { baseUrl } = await program.serve(['--workers', '2', ...limit])
  const statuses: number[] = []
  for (let asked = 0; asked < 20; asked++) statuses.push(await statusOf(baseUrl))
  expect(statuses.filter((status) => status === 200)).toHaveLength(10)
  expect(statuses.slice(10)).toEqual(Array(10).fill(429))
}, 60_000)
