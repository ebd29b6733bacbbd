/** `ETag` of compressed and of uncompressed responses. */
import { createApp } from '../../src'
import { NO_TABLES } from '../support/no-tables'
import { sendRequest, type ReceivedResponse } from '../support/send-request'
import { serveApp, type ServedApp } from '../support/serve-app'

const TABLES = Array.from({ length: 200 }, (_, number) => `table ${number}`)

let served: ServedApp
beforeAll(async () => {
  const listing = { ...NO_TABLES, listTables: () => Promise.resolve(TABLES) }
  served = await serveApp(createApp({ tables: listing }))
})
afterAll(() => {
  served.stop()
})

const send = (headers: Record<string, string>): Promise<ReceivedResponse> =>
  sendRequest(served.origin, '/api/table-viewer/tables', { headers })

it.each(['"', 'W/"'])(
  'sends 304 for the ETag of a response, with the beginning %s',
  async (begin) => {
    const { etag = '' } = (await send({})).headers
    const revalidated = await send({ 'If-None-Match': `"other", ${etag.replace('"', begin)}` })
    expect([revalidated.status, revalidated.headers.etag]).toEqual([304, etag])
  },
)

it('sends an ETag for each encoding, and 304 for it', async () => {
  const plain = (await send({})).headers.etag ?? ''
  const { etag = '' } = (await send({ 'Accept-Encoding': 'gzip' })).headers
  expect(etag).toBe(plain.replace(/"$/, '-gzip"'))
  const revalidated = await send({ 'Accept-Encoding': 'gzip', 'If-None-Match': etag })
  expect([revalidated.status, revalidated.headers.etag, revalidated.text]).toEqual([304, etag, ''])
  expect(revalidated.headers['vary']).toContain('Accept-Encoding')
})
