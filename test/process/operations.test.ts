/** What an operator sees of the program, and how it ends. */
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, writeFileSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { createServer } from 'node:net'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { people } from '../../fixtures/conformance/conformance'
import type { OpenApiDocument } from '../../src'
import { builtProgram } from '../support/built-program'
import { flawsBy } from '../support/described-answer'
import { describeEachNetworkEngine } from '../support/describe-each-engine'
import { forwardTo } from '../support/forward'
import { sendRequest } from '../support/send-request'
import { freePort } from '../support/supervised-process'

const program = builtProgram()
const { folder, serve, runToEnd } = program
afterAll(() => {
  program.clear()
})

/** One row that takes SQLite a second or so. */
const slow = path.join(folder, 'slow.db')
new Database(slow)
  .exec(
    `create view slow as with recursive n(i) as (select 1 union all select i + 1 from n where i < 6000000)
     select count(*) as i from n; create view fast as select 1 as i`,
  )
  .close()

/** The lines that the program logs, as they come. */
function logOf({ stderr }: ChildProcess): Record<string, unknown>[] {
  if (!stderr) throw new Error('no log')
  const lines: Record<string, unknown>[] = []
  createInterface(stderr).on('line', (line) => lines.push(JSON.parse(line) as never))
  return lines
}

async function until(isSo: () => unknown): Promise<void> {
  for (let waited = 0; !(await isSo()); waited += 20) {
    if (waited > 10_000) throw new Error('it never was so')
    await delay(20)
  }
}

interface Asked {
  readonly status: number
  readonly body: unknown
}

async function ask(url: string): Promise<Asked> {
  const response = await fetch(url)
  return { status: response.status, body: await response.json() }
}

describe('the log', () => {
  it('is JSON alone, whatever the answer goes through on its way', async () => {
    const tokens = path.join(folder, 'tokens-of-large.json')
    writeFileSync(tokens, JSON.stringify([{ name: 'ada', secret: 'correct-horse-battery' }]))
    const { baseUrl, child } = await serve(['--tokens-file', tokens, '--rate-limit', '100'])
    const lines: string[] = []
    if (child.stderr) createInterface(child.stderr).on('line', (line) => lines.push(line))
    const headers = { Authorization: 'Bearer correct-horse-battery', 'Accept-Encoding': 'gzip' }
    const { status } = await fetch(`${baseUrl}/query?table=customers&limit=500`, { headers })
    expect(status).toBe(200)
    await until(() => lines.some((line) => line.includes('"msg":"request"')))
    expect(lines.filter((line) => !line.startsWith('{'))).toEqual([])
  })

  it('has a line for each request, and no value of it', async () => {
    const tokens = path.join(folder, 'tokens.json')
    writeFileSync(tokens, JSON.stringify([{ name: 'ada', secret: 'correct-horse-battery' }]))
    const { baseUrl, child } = await serve(['--tokens-file', tokens])
    const lines = logOf(child)
    const headers = { Authorization: 'Bearer correct-horse-battery', 'X-Request-Id': 'seven' }
    // A line is written when its response has been received whole.
    await fetch(`${baseUrl}/query?table=products&limit=3&filter=a`, { headers })
    await until(() => lines.length === 1)
    await fetch(`${baseUrl}/query?table=my-secret&filter=my-secret`, { headers })
    await until(() => lines.length === 2)
    await fetch(`${baseUrl}/tables/my-secret`)
    await until(() => lines.length === 3)
    expect(lines[0]).toEqual({
      ...{ level: 30, time: expect.any(Number) as number, msg: 'request', requestId: 'seven' },
      ...{ method: 'GET', route: 'query', status: 200, principal: 'bearer:ada' },
      ...{ table: 'products', rows: 3, isAborted: false },
      databaseMs: expect.any(Number) as number,
      ms: expect.any(Number) as number,
    })
    expect(lines.map(({ status }) => status)).toEqual([200, 404, 401])
    expect(JSON.stringify(lines)).not.toMatch(/my-secret|correct-horse/)
  })

  it('tells of a client that has left', async () => {
    const { baseUrl, child } = await serve([slow])
    const lines = logOf(child)
    const sent = get(`${baseUrl}/query?table=slow`).on('error', () => undefined)
    await delay(300)
    sent.destroy()
    await until(() => lines.length === 1)
    expect(lines[0]).toMatchObject({ status: 499, isAborted: true, route: 'query' })
  })

  it('can be less', async () => {
    const { baseUrl, child } = await serve(['--log-level', 'error'])
    const lines = logOf(child)
    await fetch(`${baseUrl}/tables`)
    child.kill()
    await once(child, 'exit')
    expect(lines).toEqual([])
  })

  it('stops nothing when nobody takes it', async () => {
    const { baseUrl } = await serve([])
    const headers = { 'X-Request-Id': 'x'.repeat(128) }
    for (let asked = 0; asked < 1000; asked++) {
      expect((await fetch(`${baseUrl}/tables`, { headers })).status).toBe(200)
    }
  })
})

describe('the document', () => {
  it('describes what the program answers, and has a page', async () => {
    const { baseUrl } = await serve([
      '--metrics',
      'true',
      '--mount-path',
      '/x/y',
      '--jwt-secret',
      'x'.repeat(32),
    ])
    const { origin } = new URL(baseUrl)
    const { text } = await sendRequest(origin, '/openapi.json')
    const flawOf = flawsBy(JSON.parse(text) as OpenApiDocument)
    for (const [target, status] of [
      ...([
        ['/openapi.json', 200],
        ['/healthz', 200],
        ['/readyz', 200],
        ['/metrics', 200],
      ] as const),
      ...([
        ['/x/y/tables', 401],
        ['/nope', 404],
      ] as const),
    ]) {
      for (const method of ['GET', 'HEAD', 'OPTIONS', 'POST']) {
        const answer = await sendRequest(origin, target, { method })
        if (method === 'GET') expect(answer.status).toBe(status)
        expect([method, target, flawOf(method, target, answer)]).toEqual([
          method,
          target,
          undefined,
        ])
      }
    }
    const page = await sendRequest(origin, '/docs/')
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
  })

  it('can be left out', async () => {
    const { baseUrl } = await serve(['--api-docs', 'false'])
    for (const target of ['/openapi.json', '/docs', '/docs/']) {
      expect(await ask(new URL(target, baseUrl).href)).toMatchObject({ status: 404 })
    }
  })
})

describe('health', () => {
  it('is told at the port of the API, without its secrets', async () => {
    const { baseUrl } = await serve(['--jwt-secret', 'x'.repeat(32)])
    const { origin } = new URL(baseUrl)
    expect(await ask(`${origin}/healthz`)).toEqual({ status: 200, body: { status: 'ok' } })
    expect(await ask(`${origin}/readyz`)).toEqual({ status: 200, body: { status: 'ready' } })
    expect(await ask(`${origin}/metrics`)).toMatchObject({ status: 404 })
    expect(await ask(`${baseUrl}/tables`)).toMatchObject({ status: 401 })
  })

  it('can have a port of its own', async () => {
    const port = await freePort()
    const { baseUrl } = await serve(['--admin-port', String(port), '--metrics', 'true'])
    for (const name of ['healthz', 'readyz', 'metrics']) {
      expect((await fetch(`http://127.0.0.1:${port}/${name}`)).status).toBe(200)
      expect((await fetch(`${new URL(baseUrl).origin}/${name}`)).status).toBe(404)
    }
    expect(await ask(`http://127.0.0.1:${port}/nope`)).toMatchObject({
      body: { error: 'NOT_FOUND' },
    })
  })
})

it.each([['1'], ['2']])(
  'counts the requests of %s workers',
  async (workers) => {
    const { baseUrl } = await serve(['--workers', workers, '--metrics', 'true'])
    const headers = { Connection: 'close' }
    for (let asked = 0; asked < 10; asked++) {
      await (await fetch(`${baseUrl}/query?table=products&limit=2`, { headers })).text()
    }
    await (await fetch(`${baseUrl}/query?table=nope`, { headers })).text()
    const { origin } = new URL(baseUrl)
    const metrics = async (): Promise<string> => (await fetch(`${origin}/metrics`)).text()
    const ok = 'tablequery_requests_total{method="GET",route="query",status="200"} 10'
    await until(async () => (await metrics()).includes(ok))
    const text = await metrics()
    expect(text).toContain('tablequery_requests_total{method="GET",route="query",status="404"} 1')
    expect(text).toContain('tablequery_rows_total 20')
    expect(text).toContain('tablequery_request_duration_seconds_count{route="query"} 11')
    expect(text).toMatch(/tablequery_pool_connections\{state="free"\} \d/)
    expect(text).toContain('process_resident_memory_bytes')
  },
  60_000,
)

describe('when it is told to stop', () => {
  const agent = new Agent({ keepAlive: true })
  afterAll(() => {
    agent.destroy()
  })
  const statusOf = (url: string): Promise<number | string> =>
    new Promise((resolve) => {
      get(url, { agent }, (response) => {
        response.resume().once('end', () => {
          resolve(response.statusCode ?? 0)
        })
      }).on('error', (error: NodeJS.ErrnoException) => {
        resolve(error.code ?? '')
      })
    })

  it('answers what it has been asked, and takes no more', async () => {
    const port = await freePort()
    const { baseUrl, child } = await serve([slow, '--admin-port', String(port)])
    expect(await statusOf(`${baseUrl}/query?table=fast`)).toBe(200)
    const answer = statusOf(`${baseUrl}/query?table=slow`)
    await delay(200)
    const exit = once(child, 'exit')
    const began = Date.now()
    child.kill('SIGTERM')
    await until(async () => {
      const { status, body } = await ask(`http://127.0.0.1:${port}/readyz`)
      return status === 503 && (body as { status: string }).status === 'stopping'
    })
    await expect(fetch(`${baseUrl}/tables`)).rejects.toThrow()
    expect(await answer).toBe(200)
    expect(await exit).toEqual([0, null])
    // Not until connections that stay open have had their 65 s.
    expect(Date.now() - began).toBeLessThan(15_000)
  }, 30_000)

  it('cuts off who waits for longer than that may take', async () => {
    const { baseUrl, child } = await serve([slow, '--drain-timeout', '100'])
    const answer = statusOf(`${baseUrl}/query?table=slow`)
    await delay(200)
    const exit = once(child, 'exit')
    child.kill('SIGTERM')
    expect(await answer).toBe('ECONNRESET')
    expect(await exit).toEqual([0, null])
  })

  it('waits for nothing when it is told twice', async () => {
    const { baseUrl, child } = await serve([slow])
    void statusOf(`${baseUrl}/query?table=slow`)
    await delay(200)
    const exit = once(child, 'exit')
    child.kill('SIGINT')
    await delay(50)
    child.kill('SIGINT')
    expect(await exit).toEqual([1, null])
  })
})

describe('--check', () => {
  it('says that all is well', async () => {
    expect(await runToEnd([slow, '--check'])).toEqual({
      code: 0,
      stdout: 'The settings are valid, and the database is available.\n',
      stderr: '',
    })
  })

  it.each([
    [['nope.db', '--check'], 'no such file: nope.db'],
    [['--check', '--database-role', 'x'], 'a sqlite database has no roles for callers'],
    [['--check', '--max-limit', '0'], '--max-limit must be a whole number from 1'],
  ])('%j says what is wrong', async (args, message) => {
    const { code, stderr } = await runToEnd(args)
    expect([code, stderr]).toEqual([1, `tablequery: ${message}\n`])
  })
})

it('prints its settings without secrets', async () => {
  const config = path.join(folder, 'config.json')
  const written = {
    connection: 'postgres://user:my-secret@db.example:5432/shop?sslpassword=my-secret',
    apiKeys: [{ name: 'ada', secret: 'my-secret-my-secret' }],
    permissions: { everyone: { allow: ['public_*'] } },
    maxLimit: 50,
  }
  writeFileSync(config, JSON.stringify(written))
  const secret = 'my-secret'.repeat(5)
  const environment = {
    TABLEQUERY_JWT_SECRET: secret,
    TABLEQUERY_RATE_LIMIT: '7',
    TABLEQUERY_RATE_LIMIT_REDIS: 'redis://:my-secret@redis.example',
  }
  const { code, stdout } = await runToEnd(
    ['--config', config, '--dump-config', '--schemas', 'a,b'],
    environment,
  )
  expect(code).toBe(0)
  expect(stdout).not.toContain('my-secret')
  expect(JSON.parse(stdout)).toMatchObject({
    connection: 'postgres://user:***@db.example:5432/shop?sslpassword=***',
    apiKeys: '***',
    jwtSecret: '***',
    permissions: { everyone: { allow: ['public_*'] } },
    ...{ maxLimit: 50, rateLimit: 7, schemas: 'a,b', port: 3000 },
    rateLimitRedis: 'redis://:***@redis.example',
  })
})

/** Asks while there is no database, and again once `raise` has brought it. */
async function waiting(
  connection: string,
  raise: () => void | Promise<void>,
  tables: readonly string[],
): Promise<void> {
  const port = await freePort()
  const serving = serve([connection, '--wait-for-database', 'true', '--port', String(port)])
  const origin = `http://127.0.0.1:${port}`
  await until(() => fetch(origin).catch(() => undefined))
  expect(await ask(`${origin}/healthz`)).toMatchObject({ status: 200 })
  expect(await ask(`${origin}/readyz`)).toEqual({ status: 503, body: { status: 'starting' } })
  expect(await ask(`${origin}/api/table-viewer/tables`)).toEqual({
    status: 500,
    body: { error: 'DATABASE_ERROR', message: 'The database could not answer.' },
  })
  await raise()
  const { baseUrl } = await serving
  expect(await ask(`${origin}/readyz`)).toEqual({ status: 200, body: { status: 'ready' } })
  expect(await ask(`${baseUrl}/tables`)).toEqual({ status: 200, body: tables })
}

describe('a database that is not there at the start is waited for', () => {
  describeEachNetworkEngine('by way of a port', { tables: [people], views: [] }, (t) => {
    it('that opens later', async () => {
      const given = new URL(t.database.url)
      const port = await freePort()
      const url = new URL(given)
      url.host = `127.0.0.1:${port}`
      const forwarding = createServer(forwardTo(given))
      await waiting(url.href, () => void forwarding.listen(port, '127.0.0.1'), ['people'])
      forwarding.close()
    }, 60_000)
  })

  it('as a file that comes later', async () => {
    const file = path.join(folder, 'later.db')
    await waiting(
      `sqlite:${file}`,
      () => {
        copyFileSync(slow, file)
      },
      ['fast', 'slow'],
    )
  }, 60_000)
})
