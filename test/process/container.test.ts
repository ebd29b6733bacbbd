/** scripts/Dockerfile and scripts/compose.yaml, as far as they can be tested without a container engine. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { validate } from 'dockerfile-utils'
import { parse } from 'yaml'
import { readCommand } from '../../src/program/config'
import { builtPackage } from '../support/built-package'
import { testsThatNeed } from '../support/left-out'
import { sendRequest } from '../support/send-request'
import { freePort } from '../support/free-port'
import { waitUntil } from '../support/wait-until'

const root = path.join(__dirname, '../..')
const scripts = path.join(root, 'scripts')
const dockerfile = readFileSync(path.join(scripts, 'Dockerfile'), 'utf8')
/** The instructions of the last stage, whose image runs. */
const lastStage = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '))

interface Compose {
  readonly services: {
    readonly tablequery: {
      readonly environment: Readonly<Record<string, string>>
      readonly ports: readonly string[]
      readonly read_only: boolean
      readonly tmpfs: string
      readonly cap_drop: readonly string[]
      readonly stop_grace_period: string
    }
    readonly postgres: { readonly environment: Readonly<Record<string, string>> }
  }
}
const compose = parse(readFileSync(path.join(scripts, 'compose.yaml'), 'utf8')) as Compose

describe('the Dockerfile', () => {
  it('passes its linter', () => {
    expect(validate(dockerfile)).toEqual([])
  })

  it('copies all files that `npm run build` names', () => {
    const [before = ''] = dockerfile.split('\nRUN npm run build')
    const copied = [...before.matchAll(/^COPY (.+) \S+$/gm)].flatMap(([, names = '']) =>
      names.split(' '),
    )
    const named = wordsOf('build').filter((word) => existsSync(path.join(root, word)))
    const sources = new Set(named.map((name) => path.normalize(name).split(path.sep)[0]))
    expect(sources).toContain('scripts')
    expect([...copied, 'node_modules']).toEqual(expect.arrayContaining([...sources]))
  })

  it('runs the files that the first stage builds, as an unprivileged user', () => {
    expect(lastStage).not.toMatch(/^(RUN|ADD) /m)
    expect(lastStage).toMatch(/^USER node$/m)
    expect(lastStage.match(/^COPY .*$/gm)).toEqual([
      'COPY --from=build /app/package.json ./',
      'COPY --from=build /app/node_modules node_modules',
      'COPY --from=build /app/dist dist',
    ])
  })
})

/** The words of an npm script and of the scripts that it runs. */
function wordsOf(script: string, seen = new Set<string>()): string[] {
  const { [script]: command = '', ...others } = scriptsOf()
  seen.add(script)
  const words = command.split(' ')
  const more = words.filter((word) => word in others && !seen.has(word))
  return [...words, ...more.flatMap((word) => wordsOf(word, seen))]
}

function scriptsOf(): Record<string, string> {
  const file = readFileSync(path.join(root, 'package.json'), 'utf8')
  return (JSON.parse(file) as { scripts: Record<string, string> }).scripts
}

it('the Compose file has valid settings, and the password of its Postgres', () => {
  const { tablequery, postgres } = compose.services
  const command = readCommand([], { HOST: '0.0.0.0', ...tablequery.environment })
  if (command.run !== 'serve') throw new Error(command.run)
  const { connection = '', port, drainTimeout } = command.settings
  expect(new URL(connection).password).toBe(postgres.environment['POSTGRES_PASSWORD'])
  expect(new URL(connection).hostname in compose.services).toBe(true)
  expect(tablequery.ports).toEqual([`127.0.0.1:${port}:${port}`])
  // The program closes everything within ten seconds after its drain timeout.
  const [, seconds] = /^(\d+)s$/.exec(tablequery.stop_grace_period) ?? []
  expect(Number(seconds) * 1000).toBeGreaterThan(drainTimeout + 10_000)
})

const { it: itAsRoot } = testsThatNeed('root')

let child: ChildProcess | undefined
afterAll(async () => {
  if (!child || child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
})

/** Runs "$@" without privileges, on a file system that is read-only except for a temporary folder. */
const CONTAINED = `
  mount -t tmpfs tmpfs /run && chmod 1777 /run && mount -o remount,bind,ro / || exit 1
  exec setpriv --reuid 65534 --regid 65534 --clear-groups --no-new-privs --bounding-set -all "$@"`

itAsRoot(
  'the program runs with the restrictions of the Compose file',
  async () => {
    const { read_only: isReadOnly, tmpfs, cap_drop: dropped } = compose.services.tablequery
    expect([isReadOnly, tmpfs, dropped]).toEqual([true, '/tmp', ['ALL']])
    const port = await freePort()
    const [, words = '[]'] = /^ENTRYPOINT (\[.*\])$/m.exec(lastStage) ?? []
    const [command, program = '', ...args] = JSON.parse(words) as string[]
    expect(command).toBe('node')
    const contained = ['--mount', '--propagation', 'private', 'sh', '-c', CONTAINED, 'sh']
    child = spawn(
      'unshare',
      [...contained, process.execPath, path.join(builtPackage, program), ...args],
      {
        env: {
          PATH: process.env['PATH'],
          TMPDIR: '/run',
          PORT: String(port),
          NODE_ENV: 'production',
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    )
    let output = ''
    child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()))
    await waitUntil(() => output.includes(' is ready') || child?.exitCode !== null, 50_000)
    expect(output).toContain(' is ready')
    // The bundled example is made in the temporary folder.
    const target = '/api/table-viewer/query?table=customers&limit=1'
    expect((await sendRequest(`http://127.0.0.1:${port}`, target)).status).toBe(200)
    // The log is written some time after the address.
    await waitUntil(() => output.includes('SQLite 3'))
  },
  60_000,
)
