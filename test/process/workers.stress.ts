/** Rarer ends of workers, what replaces them, and SIGINT. */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import path from 'node:path'
import { createInterface } from 'node:readline'
import Database from 'better-sqlite3'
import { builtPackage } from '../support/built-package'
import { builtProgram } from '../support/built-program'
import { firstLine } from '../support/first-line'
import { freePort } from '../support/free-port'
import { childrenOf, parentOf, untilChildren } from '../support/process-family'
import { waitUntil } from '../support/wait-until'
import { expectExit, statusOf, untilAllHaveReaders, untilExited } from './worker-processes'

const program = builtProgram()
const cli = path.join(builtPackage, 'dist/src/cli.js')
afterAll(() => {
  program.clear()
})

/** Milliseconds for the start of a worker on a busy machine. */
const START_TIMEOUT = 30_000

/** CPU time in units of 10 ms: https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html */
function cpuTime(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  return Number(stat.replace(/^.*\) /s, '').split(' ')[11])
}

/** Whether a process has ended and its parent has not noticed yet. */
function isZombie(pid: number): boolean {
  return / Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\)/s, ''))
}

/** Bytes that a process has written to files and pipes: https://man7.org/linux/man-pages/man5/proc_pid_io.5.html */
function writtenBytes(pid: number): number {
  return Number(/^wchar: (\d+)/m.exec(readFileSync(`/proc/${pid}/io`, 'utf8'))?.[1])
}

it('keep the settings of the start, even of a file that can be read once, when all of them are replaced', async () => {
  const config = path.join(program.folder, 'config.json')
  writeFileSync(config, '{"maxLimit": 5}')
  const tokensFile = path.join(program.folder, 'tokens')
  execFileSync('mkfifo', [tokensFile])
  const secret = 'a'.repeat(16)
  const options = [
    ...['--config', config, '--tokens-file', tokensFile, '--workers', '2'],
    // With 0, a free port is chosen again once all workers have ended.
    ...['--port', String(await freePort())],
  ]
  const [{ baseUrl, child }] = await Promise.all([
    program.serve(options),
    writeFile(tokensFile, JSON.stringify([{ name: 'ada', secret }])),
  ])
  expect(await statusOf(baseUrl)).toBe(401)
  writeFileSync(config, '{"maxLimit": 7}')
  const workers = childrenOf(child.pid)
  for (const pid of workers) process.kill(pid, 'SIGKILL')
  await untilExited(workers)
  const headers = { Authorization: `Bearer ${secret}` }
  let status: number | undefined
  await waitUntil(async () => {
    const response = await fetch(`${baseUrl}/query?table=products&limit=6`, { headers }).catch(
      () => undefined,
    )
    status = response?.status
    return status !== undefined
  }, 20_000)
  expect(status).toBe(400)
  expect(await statusOf(baseUrl)).toBe(401)
}, 60_000)

it('do not end the primary process by a crash before its response to them, but exit when it is killed', async () => {
  const options = ['--rate-limit', '1000000', '--log-level', 'error']
  const { baseUrl, child } = await program.serve(['--workers', '2', ...options])
  const { pathname, port } = new URL(baseUrl)
  const request = `GET ${pathname}/tables HTTP/1.1\r\nHost: x\r\n\r\n`
  const [crashing = 0] = childrenOf(child.pid)
  // The primary process gives the connections to the workers in turn.
  const sockets = await Promise.all(
    Array.from({ length: 64 }, async () => {
      const socket = connect(Number(port), '127.0.0.1').on('error', () => undefined)
      socket.write(request)
      await once(socket, 'data')
      return socket
    }),
  )
  child.kill('SIGSTOP')
  const written = writtenBytes(crashing)
  for (const socket of sockets) socket.write(request)
  // Messages to the primary process, which counts the requests.
  await waitUntil(() => writtenBytes(crashing) > written + 1000)
  process.kill(crashing, 'SIGKILL')
  await waitUntil(() => isZombie(crashing))
  child.kill('SIGCONT')
  await waitUntil(() => parentOf(crashing) === undefined)
  for (const socket of sockets) socket.destroy()
  await untilChildren(child.pid, 2)
  expect(await statusOf(baseUrl)).toBe(200)
  expect(child.exitCode).toBeNull()
  await untilAllHaveReaders(child)
  const workers = childrenOf(child.pid)
  const all = [...workers, ...workers.flatMap(childrenOf)]
  child.kill('SIGKILL')
  await once(child, 'exit')
  await untilExited(all)
}, 60_000)

it('leave no reader behind that runs a statement', async () => {
  const file = path.join(program.folder, 'slow.sqlite')
  const recursion =
    'with recursive s(i) as (select 1 union all select i + 1 from s) select i from s'
  new Database(file).exec(`create view endless as ${recursion}`).close()
  const { baseUrl, child } = await program.serve([file, '--workers', '2'])
  const workers = childrenOf(child.pid)
  const response = fetch(`${baseUrl}/query?table=endless&sort=i:desc`).catch(() => undefined)
  const readers = (): number[] => workers.flatMap(childrenOf)
  // More than the start of a reader takes, so the reader scans.
  await waitUntil(() => readers().some((pid) => cpuTime(pid) > 50))
  const all = [...workers, ...readers()]
  for (const pid of [child.pid ?? 0, ...workers]) process.kill(pid, 'SIGKILL')
  await response
  await untilExited(all)
}, 60_000)

it('are replaced after the working folder has been removed, and log why one cannot start', async () => {
  const file = path.join(program.folder, 'moved.sqlite')
  new Database(file).exec('create table products (id); insert into products values (1)').close()
  const folder = path.join(program.folder, 'removed')
  mkdirSync(folder)
  const options = ['../moved.sqlite', '--workers', '2', '--port', String(await freePort())]
  const child = spawn(process.execPath, [cli, ...options], { cwd: folder, stdio: 'pipe' })
  const lines: string[] = []
  createInterface(child.stderr).on('line', (line) => lines.push(line))
  try {
    const [baseUrl = ''] = (await firstLine(child)).split(' ')
    rmdirSync(folder)
    const killOne = async (): Promise<void> => {
      const [first = 0] = childrenOf(child.pid)
      process.kill(first, 'SIGKILL')
      await untilChildren(child.pid, 1)
    }
    await killOne()
    await untilChildren(child.pid, 2)
    await untilAllHaveReaders(child, START_TIMEOUT)
    for (let sent = 0; sent < 10; sent++) expect(await statusOf(baseUrl)).toBe(200)
    rmSync(file)
    await killOne()
    const isLogged = (): boolean => lines.some((line) => line.includes('"worker cannot start"'))
    await waitUntil(isLogged, START_TIMEOUT)
    expect(lines.filter((line) => !line.startsWith('{'))).toEqual([])
    expect(lines.join()).toContain(`no such file: ${file}`)
  } finally {
    child.kill('SIGKILL')
  }
}, 60_000)

it('share the rate limit of a caller, and exit on SIGINT', async () => {
  const limit = ['--rate-limit', '10', '--rate-limit-window', '3600']
  const { baseUrl, child } = await program.serve(['--workers', '2', ...limit])
  const statuses: number[] = []
  for (let sent = 0; sent < 20; sent++) statuses.push(await statusOf(baseUrl))
  expect(statuses.filter((status) => status === 200)).toHaveLength(10)
  expect(statuses.slice(10)).toEqual(Array(10).fill(429))
  await expectExit(child, 'SIGINT')
}, 60_000)
