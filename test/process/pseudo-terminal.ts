/** Runs the program in a pseudo terminal, which needs `script`. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import Database from 'better-sqlite3'
import { builtPackage } from '../support/built-package'
import { builtProgram } from '../support/built-program'
import { testProgram } from '../support/test-programs'
import { waitUntil } from '../support/wait-until'

const program = builtProgram()
export const { folder } = program
const started: ChildProcess[] = []
afterAll(async () => {
  for (const child of started) {
    const ended = once(child, 'exit')
    if (child.exitCode === null && child.signalCode === null && child.kill('SIGKILL')) await ended
  }
  program.clear()
})

/** A table whose name would set colours and the title of a terminal that receives it. */
export const HOSTILE_TABLE = 'a\u001b[31m\u009b32m\u202eb'
export const HOSTILE_PATH = `/query?table=${encodeURIComponent(HOSTILE_TABLE)}`

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
export async function inTerminal(
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
