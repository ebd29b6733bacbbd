/** Runs the first program of docs/how-to/library.md, with the database of the example. */
import { defaultShopDatabase } from '../../../fixtures/shop/default-database'
import { codeBlocks, substituted } from '../../support/document-code'
import { exampleProgram } from '../../support/example-program'
import { sendRequest } from '../../support/send-request'
import { freePort } from '../../support/free-port'
import { waitUntil } from '../../support/wait-until'

const [code = ''] = codeBlocks('docs/how-to/library.md', 'ts')
const runnable = substituted(code, {
  "'postgres://user:password@localhost:5432/shop'": 'process.env.DATABASE_URL!',
  '.listen(8080)': '.listen(Number(process.env.PORT))',
})
const program = exampleProgram('library', `${runnable}\nvoid main()\n`)
afterAll(() => {
  program.clear()
})

it('accepts the API key, and names its header in Vary', async () => {
  const port = String(await freePort())
  const environment = { PORT: port, DATABASE_URL: await defaultShopDatabase(), API_KEY: 'a-key' }
  program.start([], environment)
  const origin = `http://127.0.0.1:${port}`
  await waitUntil(() =>
    fetch(origin).then(
      () => true,
      () => false,
    ),
  )
  for (const [key, status] of [
    ['a-key', 200],
    ['another', 401],
  ] as const) {
    const response = await sendRequest(origin, '/data/tables', { headers: { 'X-API-Key': key } })
    expect(response.status).toBe(status)
    expect(response.headers.vary).toContain('X-API-Key')
  }
}, 60_000)
