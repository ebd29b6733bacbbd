/** The output of the program in a terminal. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import Database from 'better-sqlite3'
import { builtPackage } from '../support/built-package'
import { builtProgram } from '../support/built-program'
import { testsThatNeed } from '../support/left-out'
import { testProgram } from '../support/test-programs'
import { waitUntil } from '../support/wait-until'

const { it } = testsThatNeed('script')

const program = builtProgram()
const { folder } = program
const started: ChildProcess[] = []
afterAll(async () => {
  for (const child of started) {
    const ended = once(child, 'exit')
    if (child.exitCode === null && child.signalCode === null && child.kill('SIGKILL')) await ended
  }
  program.clear()
})

/** A table whose name would set colours and the title of a terminal that receives it. */
const HOSTILE_TABLE = 'a\u001b[31m\u009b32m\u202eb'
const HOSTILE_PATH = `/query?table=${encodeURIComponent(HOSTILE_TABLE)}`

const file = path.join(folder, 'hostile.sqlite')
const database = new Database(file)
database.exec(`create table "${HOSTILE_TABLE}" (id integer primary key)`)
database.exec(`create view failing as select json('{') as bad from sqlite_schema`)
database.close()

interface Terminal {
  /** Everything that the terminal has received so far, with `\n` as the end of lines. */
  readonly text: () => string
  readonly baseUrl: string
}

/** Starts the program in a pseudo terminal, and waits until it is ready. @param flags in the syntax of a shell */
async function inTerminal(
  flags: string,
  environment: Record<string, string> = {},
): Promise<Terminal> {
  const { loader, path: script, env } = testProgram('script')
  const cli = path.join(builtPackage, 'dist/src/cli.js')
  // `exec`, so that the end of the terminal reaches the program itself.
  const command = `exec "${process.execPath}" "${cli}" --port 0 "${file}" ${flags}`
  const words = [...loader, script, '--quiet', '--command', command, '/dev/null']
  const child = spawn(words[0] ?? script, words.slice(1), {
    env: {
      ...{ PATH: process.env['PATH'], SHELL: '/bin/sh', TERM: 'xterm-256color' },
      ...{ HOME: folder, XDG_CACHE_HOME: folder },
      ...env,
      ...environment,
    },
    // Standard input stays open: its end would end the terminal.
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  started.push(child)
  let received = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (received += text))
  const text = (): string => received.replaceAll('\r\n', '\n')
  await waitUntil(() => / is ready.*\n/.test(text()))
  return { text, baseUrl: /(http\S+) is ready/.exec(text())?.[1] ?? '' }
}

it('begins with the page to open, and has one coloured line for each request', async () => {
  const { text, baseUrl } = await inTerminal('')
  const { origin } = new URL(baseUrl)
  await fetch(`${baseUrl}/tables`)
  await waitUntil(() => text().includes('GET tables'))
  await fetch(`${baseUrl}/query?table=nowhere`)
  // The status alone could be part of the port.
  await waitUntil(() => /GET query.*\n/.test(text()))
  const time = expect.stringMatching(/^\d\d:\d\d:\d\d$/) as string
  const lines = stripVTControlCharacters(text()).trimEnd().split('\n')
  expect(lines.slice(0, 2)).toEqual([
    `Open ${origin}/ to see the tables.`,
    `${baseUrl} is ready, try: curl '${baseUrl}/tables'`,
  ])
  expect(lines.slice(2).map((line) => line.split('  '))).toEqual([
    [time, expect.stringMatching(/^connected to SQLite 3\.\S+ \/.+\.sqlite$/)],
    [time, '200', 'GET tables', expect.stringMatching(/^[\d.]+ ms$/)],
    [time, '404', 'GET query', expect.stringMatching(/^[\d.]+ ms$/)],
  ])
  expect(text()).toContain(`\u001b[1m${origin}/\u001b[22m`)
  expect(text()).toContain('\u001b[32m200\u001b[39m')
  expect(text()).toContain('\u001b[33m404\u001b[39m')
})

it('shows control characters of values, and sends none to the terminal', async () => {
  const { text, baseUrl } = await inTerminal('', { NO_COLOR: '1' })
  expect((await fetch(baseUrl + HOSTILE_PATH)).status).toBe(200)
  await waitUntil(() => text().includes('GET query'))
  expect(text()).toContain('GET query a\\u001b[31m\\u009b32m\\u202eb  0 rows')
  expect((await fetch(`${baseUrl}/query?table=failing`)).status).toBe(500)
  await waitUntil(() => text().includes('malformed JSON'))
  expect(text()).toMatch(/error {2}request failed {2}requestId=/)
  // Neither colours, by NO_COLOR, nor anything of the name.
  expect(text()).not.toMatch(/[^\P{C}\n]/u)
})

it('has JSON lines with --log-format json, with visible control characters', async () => {
  const { text, baseUrl } = await inTerminal('--log-format json')
  await fetch(baseUrl + HOSTILE_PATH)
  await waitUntil(() => text().includes('"msg":"request"'))
  const line = text()
    .split('\n')
    .find((each) => each.includes('"msg":"request"'))
  expect(line).toMatch(/^[\x20-\x7e]*$/)
  expect(JSON.parse(line ?? '')).toMatchObject({ status: 200, table: HOSTILE_TABLE })
})

it('has JSON lines if only standard output is a terminal', async () => {
  const log = path.join(folder, 'log')
  const { baseUrl } = await inTerminal(`2> "${log}"`)
  await fetch(`${baseUrl}/tables`)
  await waitUntil(() => readFileSync(log, 'utf8').includes('"msg":"request"'))
  for (const line of readFileSync(log, 'utf8').trimEnd().split('\n')) {
    expect(JSON.parse(line)).toMatchObject({ level: 30 })
  }
})
