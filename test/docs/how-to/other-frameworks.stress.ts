/** Runs the programs of docs/how-to/other-frameworks.md unchanged. */
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { defaultShopDatabase } from '../../../fixtures/shop/default-database'
import { outputOf } from '../../support/built-program'
import { codeBlock } from '../../support/document-code'
import { exampleProgram } from '../../support/example-program'
import { freePort } from '../../support/free-port'
import { sendRequest } from '../../support/send-request'
import { waitUntil } from '../../support/wait-until'

interface Printed {
  output: string
  errors: string
}

const DOCUMENT = 'docs/how-to/other-frameworks.md'

describe.each([
  ['Express', 'js'],
  ['Fastify', 'javascript'],
  ['NestJS', 'cjs'],
])('an app of %s', (framework, language) => {
  const program = exampleProgram(framework.toLowerCase(), codeBlock(DOCUMENT, language))
  afterAll(() => {
    program.clear()
  })

  /** Starts the app, and waits until it says that it is ready or has exited. */
  async function start(port: number): Promise<{ child: ChildProcess; printed: Printed }> {
    const DATABASE_URL = await defaultShopDatabase()
    const child = program.start([], { PORT: String(port), DATABASE_URL })
    const printed = { output: '', errors: '' }
    child.stdout?.on('data', (chunk: Buffer) => (printed.output += chunk.toString()))
    child.stderr?.on('data', (chunk: Buffer) => (printed.errors += chunk.toString()))
    await waitUntil(() => printed.output !== '' || child.exitCode !== null, 50_000)
    return { child, printed }
  }

  it('serves the API below its path, and stops', async () => {
    const port = await freePort()
    const { child, printed } = await start(port)
    expect(printed).toEqual({ output: 'ready\n', errors: '' })

    const origin = `http://localhost:${port}`
    expect((await sendRequest(origin, '/hello')).text).toBe('Hello!')
    const query = '/reports/data/query?table=customers&sort=id:asc&limit=2&columns=id'
    const response = await sendRequest(origin, query)
    expect([response.status, JSON.parse(response.text)]).toEqual([
      200,
      {
        data: [{ id: 1 }, { id: 2 }],
        columns: ['id'],
        pagination: { page: 1, limit: 2, total: 4127, totalPages: 2064 },
      },
    ])
    const wrong = await sendRequest(origin, '/reports/data/query?table=customers&limit=0')
    expect([wrong.status, JSON.parse(wrong.text)]).toEqual([
      400,
      expect.objectContaining({ error: 'INVALID_QUERY' }),
    ])
    expect((await sendRequest(origin, '/reports/data/nowhere')).status).toBe(404)
    const answers = ['HEAD', 'OPTIONS', 'POST', 'DELETE'].map(async (method) => {
      const { status, headers } = await sendRequest(origin, '/reports/data/tables', { method })
      return [method, status, headers.allow]
    })
    expect(await Promise.all(answers)).toEqual([
      ['HEAD', 200, undefined],
      ['OPTIONS', 204, 'GET, HEAD, OPTIONS'],
      ['POST', 405, 'GET, HEAD, OPTIONS'],
      ['DELETE', 405, 'GET, HEAD, OPTIONS'],
    ])

    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    expect([await ended, printed.errors]).toEqual([[0, null], ''])
  }, 60_000)

  it('exits with an error if its port is in use', async () => {
    const port = await freePort()
    const other = createServer().listen(port)
    await once(other, 'listening')
    const { child, printed } = await start(port)
    other.close()
    expect([child.exitCode, printed]).toEqual([
      1,
      { output: '', errors: expect.stringContaining('EADDRINUSE') as string },
    ])
  }, 60_000)
})

describe('a route handler of Next.js', () => {
  const code = codeBlock(DOCUMENT, 'mjs')
  // The program calls the handler as Next.js does, which is larger than all other packages of the tests together.
  const program = exampleProgram(
    'next',
    `${code}
    const paths = ['query?table=customers&sort=id:asc&limit=1&columns=id', 'query', 'nowhere']
    async function main() {
      for (const path of paths) {
        const response = await GET(new Request('http://localhost/reports/data/' + path))
        console.log(JSON.stringify([response.status, await response.json()]))
        const ETag = response.headers.get('ETag')
        if (!ETag) continue
        const request = new Request('http://localhost/reports/data/' + path, {
          headers: { 'If-None-Match': ETag },
        })
        const unchanged = await GET(request)
        console.log(JSON.stringify([unchanged.status, await unchanged.text()]))
      }
      for (const method of ['HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE']) {
        const request = new Request('http://localhost/reports/data/tables', { method })
        const response = await module.exports[method](request)
        console.log(JSON.stringify([method, response.status, response.headers.get('Allow')]))
      }
      await (await opened).close()
    }
    void main()`,
  )
  afterAll(() => {
    program.clear()
  })

  it('has at most ten lines', () => {
    expect(code.split('\n').filter((line) => /\w/.test(line)).length).toBeLessThanOrEqual(10)
  })

  it('responds like the API', async () => {
    const child = program.start([], { DATABASE_URL: await defaultShopDatabase() })
    const ended = once(child, 'exit')
    const [output, errors] = await Promise.all([outputOf(child.stdout), outputOf(child.stderr)])
    expect([await ended, errors]).toEqual([[0, null], ''])
    const lines = output.trim().split('\n')
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
      [200, expect.objectContaining({ data: [{ id: 1 }], columns: ['id'] })],
      [304, ''],
      [400, expect.objectContaining({ error: 'INVALID_QUERY' })],
      [404, expect.objectContaining({ error: 'NOT_FOUND' })],
      ['HEAD', 200, null],
      ['OPTIONS', 204, 'GET, HEAD, OPTIONS'],
      ...['POST', 'PUT', 'PATCH', 'DELETE'].map((method) => [method, 405, 'GET, HEAD, OPTIONS']),
    ])
  }, 60_000)
})
