/** Large answers are compressed for who asks for it. */
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'
import { createApp } from '../../src'
import { NO_TABLES } from '../support/no-tables'
import { sendRequest, type Answer, type RequestOptions } from '../support/send-request'
import { serveApp, type ServedApp } from '../support/serve-app'

const TABLES = Array.from({ length: 200 }, (_, number) => `table ${number}`)
const TEXT = JSON.stringify(TABLES)

let served: ServedApp
let tables: readonly string[] = TABLES
beforeAll(async () => {
  const listing = { ...NO_TABLES, listTables: () => Promise.resolve(tables) }
  served = await serveApp(createApp({ tables: listing }))
})
afterAll(() => {
  served.stop()
})
beforeEach(() => {
  tables = TABLES
})

const ask = (headers: Record<string, string>, options: RequestOptions = {}): Promise<Answer> =>
  sendRequest(served.origin, '/api/table-viewer/tables', { ...options, headers })

const decoders: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
  deflate: inflateSync,
}

it.each(['br', 'gzip', 'deflate'])('by %s', async (encoding) => {
  const { status, headers, bytes } = await ask({ 'Accept-Encoding': encoding })
  expect([status, headers['content-encoding']]).toEqual([200, encoding])
  expect(headers['vary']).toContain('Accept-Encoding')
  expect(bytes.length).toBeLessThan(TEXT.length)
  expect(decoders[encoding]?.(bytes).toString()).toBe(TEXT)
})

it.each([
  ['without a word', {}],
  ['by their wish', { 'Accept-Encoding': 'identity' }],
  ['where nothing is right', { 'Accept-Encoding': 'identity;q=0' }],
  ['where nothing at all is right', { 'Accept-Encoding': '*;q=0' }],
  ['for an encoding that is unknown', { 'Accept-Encoding': 'x-lzh' }],
  ['for nonsense', { 'Accept-Encoding': ';;q=,,' }],
])('not %s', async (_what, headers) => {
  const answer = await ask(headers)
  expect([answer.status, answer.headers['content-encoding'], answer.text]).toEqual([
    ...[200, undefined, TEXT],
  ])
})

it('not when they are small', async () => {
  tables = ['one']
  const answer = await ask({ 'Accept-Encoding': 'gzip' })
  expect([answer.headers['content-encoding'], answer.text]).toEqual([undefined, '["one"]'])
})

it('not when that is switched off', async () => {
  const listing = { ...NO_TABLES, listTables: () => Promise.resolve(TABLES) }
  const off = await serveApp(createApp({ tables: listing, compression: false }))
  const headers = { 'Accept-Encoding': 'gzip' }
  const answer = await sendRequest(off.origin, '/api/table-viewer/tables', { headers })
  off.stop()
  expect([answer.headers['content-encoding'], answer.text]).toEqual([undefined, TEXT])
})

it('have a tag for each encoding, by which they are known again', async () => {
  const plain = (await ask({})).headers.etag ?? ''
  const { etag = '' } = (await ask({ 'Accept-Encoding': 'gzip' })).headers
  expect(etag).toBe(plain.replace(/"$/, '-gzip"'))
  const held = await ask({ 'Accept-Encoding': 'gzip', 'If-None-Match': etag })
  expect([held.status, held.headers.etag, held.text]).toEqual([304, etag, ''])
  expect(held.headers['vary']).toContain('Accept-Encoding')
})

it('tell HEAD no length that GET would not have', async () => {
  const head = await ask({ 'Accept-Encoding': 'gzip' }, { method: 'HEAD' })
  expect([head.status, head.headers['content-length']]).toEqual([200, undefined])
  const plain = await ask({}, { method: 'HEAD' })
  expect(plain.headers['content-length']).toBe(String(TEXT.length))
})
