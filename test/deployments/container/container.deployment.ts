/**
 * The Dockerfile and the Compose file without a container engine: the steps run in a chroot over a
 * replacement of the base images, and the built image starts with the restrictions of the Compose file.
 */
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import { parse } from 'yaml'
import { startPostgres } from '../../engines/postgres/server'
import { startPrivately } from '../../support/all-servers'
import { outputOf } from '../../support/built-program'
import { testsThatNeed } from '../../support/left-out'
import { runCommand } from '../../support/run-command'
import { freePort } from '../../support/free-port'
import { testProgram } from '../../support/test-programs'
import { waitUntil } from '../../support/wait-until'
import { buildImage, type Image } from './image'
import { startContained } from './layered-root'
import { readStages } from './stages'

const root = path.join(__dirname, '../../..')
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8')
const stages = readStages(read('scripts/Dockerfile'))

interface Service {
  readonly environment: Readonly<Record<string, string>>
  readonly healthcheck: { readonly test: string }
}
const { services } = parse(read('scripts/compose.yaml')) as {
  readonly services: Readonly<Record<'tablequery' | 'postgres', Service>>
}

/** MiB that the last stage may add to its base. */
const MAX_SIZE = 60

const MINUTE = 60_000
const { describe } = testsThatNeed('root', 'debootstrap', 'psql')

describe('the image', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'tablequery-image-'))
  let image: Image
  const stops: (() => Promise<unknown>)[] = []

  beforeAll(async () => {
    image = await buildImage(stages, root, folder)
  }, 60 * MINUTE)
  afterEach(async () => {
    for (const stop of stops.splice(0).reverse()) await stop()
  }, MINUTE)
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true })
  }, 5 * MINUTE)

  interface Started {
    /** Output so far. */
    text: string
    readonly exit: Promise<unknown[]>
    readonly stop: () => Promise<unknown[]>
  }

  function start(command: readonly string[], more: Record<string, string> = {}): Started {
    const child = startContained(image.root, { ...image, env: { ...image.env, ...more } }, command)
    const started: Started = {
      text: '',
      exit: once(child, 'exit'),
      stop: () => {
        child.kill('SIGTERM')
        return started.exit
      },
    }
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk: Buffer) => (started.text += chunk.toString()))
    }
    return started
  }

  /** The exit status and the output. */
  async function run(command: readonly string[], more = {}): Promise<[unknown, string]> {
    const child = startContained(image.root, { ...image, env: { ...image.env, ...more } }, command)
    const exit = once(child, 'exit')
    const [output, errors] = await Promise.all([outputOf(child.stdout), outputOf(child.stderr)])
    const [code] = (await exit) as unknown[]
    return [code, output + errors]
  }

  const shell = (script: string): Promise<[unknown, string]> => run(['sh', '-c', script])

  it('has no compiler, no source and no development dependency', async () => {
    const find = 'for name in cc gcc g++ make python3; do command -v $name; done'
    expect(await shell(find)).toEqual([127, ''])
    const { packages } = JSON.parse(read('package-lock.json')) as {
      packages: Record<string, { dev?: true }>
    }
    const folders = Object.keys(packages).filter((name) => packages[name]?.dev === true)
    expect(folders.length).toBeGreaterThan(100)
    const app = path.join(image.root.changes, 'app')
    expect(folders.filter((name) => existsSync(path.join(app, name)))).toEqual([])
    expect((await shell('ls -A /app'))[1].split('\n')).toEqual([
      ...['dist', 'node_modules', 'package.json', ''],
    ])
    expect((await shell('find /app -name "*.[cho]" -o -name "*.cpp" -o -name "*.a"'))[1]).toBe('')
  })

  it(`adds at most ${MAX_SIZE} MiB to its base`, async () => {
    const sizes = await runCommand('du', ['-sk', '--apparent-size', image.root.changes])
    const size = Number(sizes.split('\t')[0]) / 1024
    process.stderr.write(`the image adds ${size.toFixed(1)} MiB to its base\n`)
    expect(size).toBeLessThan(MAX_SIZE)
    expect(size).toBeGreaterThan(5)
  })

  it('runs as a user without privileges who can write only to /tmp', async () => {
    expect(await shell('id -un; grep -h ^Cap /proc/self/status | cut -f 2 | sort -u')).toEqual([
      0,
      `${image.user}\n0000000000000000\n`,
    ])
    expect(image.user).not.toBe('root')
    expect(await shell('touch /tmp/a && echo written')).toEqual([0, 'written\n'])
    const [status, text] = await shell('touch /app/a || touch "$HOME/a" || touch /var/tmp/a')
    expect([status, text.match(/Read-only file system/g)]).toEqual([1, expect.any(Array)])
  })

  it(
    'serves the bundled example, and its health check passes only then',
    async () => {
      const PORT = String(await freePort())
      const check = (): Promise<[unknown, string]> => run(image.healthcheck, { PORT })
      expect(await check()).toEqual([1, expect.stringContaining('no response')])
      const program = start(image.entrypoint, { PORT })
      stops.push(program.stop)
      await waitUntil(() => program.text.includes(' is ready'), 2 * MINUTE)
      expect(await check()).toEqual([0, ''])
      const url = `http://127.0.0.1:${PORT}/api/table-viewer/query?table=customers&limit=1&columns=id`
      const response = await fetch(url)
      expect([response.status, await response.json()]).toMatchObject([200, { data: [{ id: 1 }] }])
      const page = await fetch(`http://127.0.0.1:${PORT}/`)
      expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<html')])
      expect(await program.stop()).toEqual([0, null])
      expect((await check())[0]).toBe(1)
    },
    10 * MINUTE,
  )

  it(
    'waits for the Postgres server of the Compose file, then serves its tables',
    async () => {
      const { tablequery, postgres } = services
      const password = postgres.environment['POSTGRES_PASSWORD'] ?? ''
      let data = ''
      const server = await startPrivately({
        ...{ name: 'compose', dialect: 'postgres' },
        start: (into) => {
          data = path.join(into, 'data')
          return startPostgres(into)
        },
      })
      stops.push(() => server.stop())
      const send = async (sql: string): Promise<void> => {
        const client = new Client(server.url)
        await client.connect()
        await client.query(sql)
        await client.end()
      }

      const address = new URL(server.url)
      const isReady = async (): Promise<boolean> => {
        const psql = testProgram('psql')
        const PATH = `${path.dirname(psql.path)}:${process.env['PATH'] ?? ''}`
        const server = { PGHOST: address.hostname, PGPORT: address.port }
        const env = { ...process.env, ...psql.env, ...server, PATH }
        return runCommand('sh', ['-c', postgres.healthcheck.test], { env }).then(
          () => true,
          () => false,
        )
      }
      await server.kill?.()
      expect(await isReady()).toBe(false)

      const given = new URL(tablequery.environment['DATABASE_URL'] ?? '')
      expect([given.hostname, given.port, 'postgres' in services]).toEqual([
        'postgres',
        '5432',
        true,
      ])
      const PORT = String(await freePort())
      given.host = address.host
      const program = start(image.entrypoint, {
        ...tablequery.environment,
        ...{ DATABASE_URL: given.href, PORT },
      })
      stops.push(program.stop)
      await waitUntil(() => program.text.includes('waiting for the database'), 2 * MINUTE)
      await server.resume?.()
      await waitUntil(isReady, MINUTE)
      await send(`alter role postgres password '${password}'; create table a (id int)`)
      await waitUntil(() => program.text.includes('connected to PostgreSQL'), 2 * MINUTE)
      const tables = async (): Promise<string> => {
        const response = await fetch(`http://127.0.0.1:${PORT}/api/table-viewer/tables`)
        return `${response.status} ${await response.text()}`
      }
      await waitUntil(async () => (await tables()) === '200 ["a"]', MINUTE)
      expect((await run(image.healthcheck, { PORT }))[0]).toBe(0)

      // From now on the server requires the password, like the server of the official image.
      const rule = 'host all all 127.0.0.1/32 scram-sha-256\n'
      await writeFile(path.join(data, 'pg_hba.conf'), rule)
      await send('select pg_reload_conf()')
      const checkWith = (url: URL): Promise<[unknown, string]> =>
        run([...image.entrypoint, '--check'], { DATABASE_URL: url.href })
      const wrong = new URL(given)
      wrong.password = 'wrong'
      await waitUntil(async () => (await checkWith(wrong))[0] !== 0, MINUTE)
      expect((await checkWith(wrong))[1]).toContain('password')
      expect((await checkWith(given))[0]).toBe(0)
    },
    10 * MINUTE,
  )
})
