/** Several processes at one address. */
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { buildProgram } from '../support/built-program'

const program = buildProgram('workers')
beforeAll(() => program.build(), 60_000)
afterAll(() => {
  program.clear()
})

/** Worker processes of a program, without the readers that they have started. */
function workersOf(pid: number | undefined): number[] {
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry) && parentOf(entry) === pid)
    .map(Number)
}

/** https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html */
function parentOf(pid: string): number | undefined {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    return Number(fields[1])
  } catch {
    return undefined
  }
}

async function untilWorkers(pid: number | undefined, count: number): Promise<void> {
  for (let waited = 0; workersOf(pid).length !== count; waited += 50) {
    if (waited > 10_000) throw new Error(`${workersOf(pid).length} workers, not ${count}`)
    await delay(50)
  }
}

const statusOf = async (baseUrl: string): Promise<number> =>
  (await fetch(`${baseUrl}/query?table=products&limit=1`, { headers: { Connection: 'close' } }))
    .status

it('serve on when one of them crashes, and get another', async () => {
  const { baseUrl, child, line } = await program.serve(['--workers', '2'])
  expect(line).toBe(`${baseUrl} is ready, try: curl '${baseUrl}/tables'`)
  const [first = 0, ...others] = workersOf(child.pid)
  expect(others).toHaveLength(1)
  process.kill(first, 'SIGKILL')
  await untilWorkers(child.pid, 1)
  for (let asked = 0; asked < 20; asked++) expect(await statusOf(baseUrl)).toBe(200)
  await untilWorkers(child.pid, 2)
  expect(workersOf(child.pid)).not.toContain(first)
  for (let asked = 0; asked < 20; asked++) expect(await statusOf(baseUrl)).toBe(200)
}, 60_000)

it.each(['SIGINT', 'SIGTERM'] as const)(
  'all end on %s, with nothing left behind',
  async (signal) => {
    const { child } = await program.serve(['--workers', '2'])
    const workers = workersOf(child.pid)
    const readers = workers.flatMap(workersOf)
    expect(readers.length).toBeGreaterThan(0)
    child.kill(signal)
    expect(await once(child, 'exit')).toEqual([0, null])
    await delay(100)
    for (const pid of [...workers, ...readers]) expect(parentOf(String(pid))).toBeUndefined()
  },
  60_000,
)

it('all end when the first process is killed', async () => {
  const { child } = await program.serve(['--workers', '2'])
  const workers = workersOf(child.pid)
  const all = [...workers, ...workers.flatMap(workersOf)]
  child.kill('SIGKILL')
  await once(child, 'exit')
  for (let waited = 0; all.some((pid) => parentOf(String(pid)) !== undefined); waited += 50) {
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
  const workers = workersOf(child.pid)
  const asked = fetch(`${baseUrl}/query?table=endless&sort=i:desc`).catch(() => undefined)
  await delay(500)
  const all = [...workers, ...workers.flatMap(workersOf)]
  for (const pid of [child.pid ?? 0, ...workers]) process.kill(pid, 'SIGKILL')
  await asked
  for (let waited = 0; all.some((pid) => parentOf(String(pid)) !== undefined); waited += 50) {
    if (waited > 5000) throw new Error('some are left')
    await delay(50)
  }
}, 60_000)

it('say once why they cannot start', async () => {
  const { code, stderr } = await program.runToEnd(['/nope.db', '--workers', '3'])
  expect([code, stderr]).toEqual([1, 'tablequery: no such file: /nope.db\n'])
}, 60_000)
