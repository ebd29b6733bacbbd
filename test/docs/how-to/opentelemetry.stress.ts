/** Runs docs/how-to/opentelemetry.md with the SDK, and receives its spans as a collector does. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { json } from 'node:stream/consumers'
import { builtPackage } from '../../support/built-package'
import { exampleCache } from '../../support/built-program'
import { codeBlock, substituted } from '../../support/document-code'
import { freePort } from '../../support/free-port'
import { sendRequest } from '../../support/send-request'
import { waitUntil } from '../../support/wait-until'

const DOCUMENT = 'docs/how-to/opentelemetry.md'
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const WORKERS_TRACE = '0af7651916cd43dd8448eb211c80319c'
const PARENT = '00f067aa0ba902b7'

interface Span {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
}

/** The part of an export that the test reads. https://opentelemetry.io/docs/specs/otlp/ */
interface Export {
  readonly resourceSpans: readonly {
    readonly resource: {
      readonly attributes: readonly { readonly key: string; readonly value: unknown }[]
    }
    readonly scopeSpans: readonly { readonly spans: readonly Span[] }[]
  }[]
}

const exported: Export[] = []
const collector = createServer((request, response) => {
  void json(request).then((body) => {
    if (request.url === '/v1/traces') exported.push(body as Export)
    response.setHeader('Content-Type', 'application/json').end('{}')
  })
})

const folder = mkdtempSync(path.join(tmpdir(), 'tablequery-opentelemetry-'))
const programs: Program[] = []

class Program {
  output = ''
  private readonly child: ChildProcess

  /** @param port that of the collector */
  constructor(port: number, options = '') {
    const commands = substituted(codeBlock(DOCUMENT, 'bash'), {
      '127.0.0.1:4318': `127.0.0.1:${port}`,
      'node --require': `exec "${process.execPath}" --require`,
      'node_modules/tablequery/': `${builtPackage}/`,
    })
    this.child = spawn('/bin/sh', ['-c', `${commands.trim()} --port 0 ${options}`], {
      cwd: folder,
      env: { PATH: process.env['PATH'], HOME: folder, XDG_CACHE_HOME: exampleCache },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    for (const stream of [this.child.stdout, this.child.stderr]) {
      stream?.on('data', (chunk: Buffer) => (this.output += chunk.toString()))
    }
    programs.push(this)
  }

  async baseUrl(): Promise<string> {
    const { child } = this
    await waitUntil(() => this.output.includes(' is ready') || child.exitCode !== null, 50_000)
    const [, baseUrl = ''] = /(http\S+) is ready/.exec(this.output) ?? []
    expect([this.output, baseUrl]).toEqual([expect.stringContaining('is ready'), baseUrl])
    return baseUrl
  }

  /** Ends the program, which sends what is left. @returns its exit status */
  async stop(): Promise<number | null> {
    this.child.kill('SIGTERM')
    await waitUntil(() => this.child.exitCode !== null, 50_000)
    return this.child.exitCode
  }

  kill(): void {
    this.child.kill('SIGKILL')
  }
}

let collectorPort: number
beforeAll(async () => {
  collector.listen(0, '127.0.0.1')
  await once(collector, 'listening')
  collectorPort = (collector.address() as AddressInfo).port
  expect(codeBlock(DOCUMENT, 'yaml')).toContain('endpoint: 127.0.0.1:4318\n')
  symlinkSync(path.join(__dirname, '../../../node_modules'), path.join(folder, 'node_modules'))
  writeFileSync(path.join(folder, 'tracing.cjs'), codeBlock(DOCUMENT, 'js'))
}, 60_000)

afterAll(() => {
  for (const program of programs) program.kill()
  collector.close()
  collector.closeAllConnections()
  rmSync(folder, { recursive: true })
})

const spansOf = (trace: string): Span[] =>
  exported
    .flatMap(({ resourceSpans }) => resourceSpans)
    .flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
    .filter(({ traceId }) => traceId === trace)

it('sends the trace of a request to the collector', async () => {
  const program = new Program(collectorPort)
  const { origin, pathname } = new URL(await program.baseUrl())
  // The second process that reads the file starts.
  const search = `${pathname}/query?table=stock_movements&filter=a&limit=`
  await Promise.all([1, 2, 3].map((limit) => sendRequest(origin, search + String(limit))))
  const { status } = await sendRequest(origin, `${pathname}/query?table=customers&filter=needle`, {
    headers: { traceparent: `00-${TRACE}-${PARENT}-01` },
  })
  expect(status).toBe(200)
  await waitUntil(() => program.output.includes(`"traceId":"${TRACE}"`))
  expect(await program.stop()).toBe(0)
  // Processes and threads of the program have room for the SDK, or do not load it.
  expect(program.output).not.toContain('Error')

  const resources = exported.flatMap(({ resourceSpans }) => resourceSpans)
  expect(resources[0]?.resource.attributes).toContainEqual({
    key: 'service.name',
    value: { stringValue: 'shop-api' },
  })
  const spans = spansOf(TRACE)
  const childrenOf = (parent = ''): Span[] =>
    spans.filter(({ parentSpanId }) => parentSpanId === parent)
  const [request, ...others] = childrenOf(PARENT)
  expect([request?.name, others]).toEqual(['GET /api/table-viewer/query', []])
  expect(childrenOf(request?.spanId).map(({ name }) => name)).toEqual(['plan', 'read'])
  const read = spans.find(({ name }) => name === 'read')
  const names = childrenOf(read?.spanId).map(({ name }) => name)
  expect(new Set(names)).toEqual(new Set(['wait for a connection', 'SELECT customers']))
  expect(JSON.stringify(exported)).not.toContain('needle')
}, 60_000)

it('sends the last spans of each worker', async () => {
  const program = new Program(collectorPort, '--workers 2')
  const baseUrl = await program.baseUrl()
  const { origin, pathname } = new URL(baseUrl)
  const traceparent = `00-${WORKERS_TRACE}-${PARENT}-01`
  const headers = { traceparent, Connection: 'close' }
  for (let count = 0; count < 4; count++) {
    const path = `${pathname}/query?table=customers`
    expect((await sendRequest(origin, path, { headers })).status).toBe(200)
  }
  expect(await program.stop()).toBe(0)
  const requests = spansOf(WORKERS_TRACE).filter(({ parentSpanId }) => parentSpanId === PARENT)
  expect(requests).toHaveLength(4)
}, 60_000)

it('ends with status 0 if no collector receives the last spans', async () => {
  const program = new Program(await freePort())
  expect((await fetch(`${await program.baseUrl()}/tables`)).status).toBe(200)
  expect(await program.stop()).toBe(0)
  expect(program.output).toContain('ECONNREFUSED')
}, 60_000)
