/** The command of scripts/Dockerfile with the restrictions of scripts/compose.yaml. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { builtPackage } from '../support/built-package'
import { freePort } from '../support/free-port'
import { testsThatNeed } from '../support/left-out'
import { sendRequest } from '../support/send-request'
import { waitUntil } from '../support/wait-until'

const dockerfile = readFileSync(path.join(__dirname, '../../scripts/Dockerfile'), 'utf8')
/** The instructions of the last stage, whose image runs. */
const lastStage = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '))

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
