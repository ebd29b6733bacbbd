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
import { codeBlock, substituted } from '../../support/document-code'
import { sendRequest } from '../../support/send-request'
import { waitUntil } from '../../support/wait-until'

const DOCUMENT = 'docs/how-to/opentelemetry.md'
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
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
let child: ChildProcess | undefined
let output = ''
beforeAll(async () => {
  collector.listen(0, '127.0.0.1')
  await once(collector, 'listening')
  const { port } = collector.address() as AddressInfo
  expect(codeBlock(DOCUMENT, 'yaml')).toContain('endpoint: 127.0.0.1:4318\n')
  symlinkSync(path.join(__dirname, '../../../node_modules'), path.join(folder, 'node_modules'))
  writeFileSync(path.join(folder, 'tracing.cjs'), codeBlock(DOCUMENT, 'js'))
  const commands = substituted(codeBlock(DOCUMENT, 'bash'), {
    '127.0.0.1:4318': `127.0.0.1:${port}`,
    'node --require': `exec "${process.execPath}" --require`,
    'node_modules/tablequery/': `${builtPackage}/`,
  })
  child = spawn('/bin/sh', ['-c', `${commands.trim()} --port 0`], {
    cwd: folder,
    env: { PATH: process.env['PATH'], HOME: folder, XDG_CACHE_HOME: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  }
  await waitUntil(() => output.includes(' is ready') || child?.exitCode !== null, 50_000)
}, 60_000)

afterAll(() => {
  child?.kill('SIGKILL')
  collector.close()
  collector.closeAllConnections()
  rmSync(folder, { recursive: true })
})

it('sends the trace of a request to the collector', async () => {
  const baseUrl = /(http\S+) is ready/.exec(output)?.[1]
  expect([output, baseUrl]).toEqual([expect.stringContaining('is ready'), expect.any(String)])
  const { origin, pathname } = new URL(baseUrl ?? '')
  // The second process that reads the file starts.
  const search = `${pathname}/query?table=stock_movements&filter=a&limit=`
  await Promise.all([1, 2, 3].map((limit) => sendRequest(origin, search + String(limit))))
  const { status } = await sendRequest(origin, `${pathname}/query?table=customers&filter=needle`, {
    headers: { traceparent: `00-${TRACE}-${PARENT}-01` },
  })
  expect(status).toBe(200)
  await waitUntil(() => output.includes(`"traceId":"${TRACE}"`))
  // The end of the program sends what is left.
  child?.kill('SIGTERM')
  await waitUntil(() => child?.exitCode !== null)
  expect(child?.exitCode).toBe(0)
  // Processes and threads of the program have room for the SDK, or do not load it.
  expect(output).not.toContain('Error')

  const resources = exported.flatMap(({ resourceSpans }) => resourceSpans)
  expect(resources[0]?.resource.attributes).toContainEqual({
    key: 'service.name',
    value: { stringValue: 'shop-api' },
  })
  const spans = resources
    .flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans))
    .filter(({ traceId }) => traceId === TRACE)
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
