/** Runs the commands of docs/how-to/another-backend.md, and the client and the page with the implementation. */
import { defaultShopDatabase } from '../../../fixtures/shop/default-database'
import {
  AuthenticationFailedError,
  createTableQueryClient,
  InvalidQueryError,
  TableNotFoundError,
} from '../../../src/client'
import { startPython, type RunningImplementation } from '../../conformance/implementations'
import { builtProgram } from '../../support/built-program'
import { codeBlocks } from '../../support/document-code'
import { testsThatNeed } from '../../support/left-out'

const DOCUMENT = 'docs/how-to/another-backend.md'
const { it, beforeAll, afterAll } = testsThatNeed('python3')

const program = builtProgram()
let running: RunningImplementation
beforeAll(async () => {
  running = await startPython(await defaultShopDatabase())
}, 60_000)
afterAll(async () => {
  program.clear()
  await running.stop()
})

it('passes the documented check', async () => {
  const [, check = '', sameness = ''] = codeBlocks(DOCUMENT, 'sh')
  expect(check).toBe('tablequery conformance http://127.0.0.1:8000/api/table-viewer\n')
  const args = ['conformance', running.baseUrl, '--table', 'categories', '--table', 'countries']
  const passing = await program.runToEnd(args)
  expect(passing).toMatchObject({ code: 0, stderr: '' })
  expect(sameness).toBe(check.trimEnd() + ' --level sameness\n')
  const different = await program.runToEnd([...args, '--level', 'sameness'])
  expect(different.code).toBe(1)
  expect(different.stdout).toContain('FAILED  sameness  same-parameters/repeated')
}, 120_000)

it('works with the client', async () => {
  const client = createTableQueryClient({ baseUrl: running.baseUrl })
  expect(await client.tables()).toContain('customers')
  const { columns } = await client.table('customers')
  expect(columns.map(({ name }) => name)).toContain('name')
  const query = { table: 'categories', sort: [{ column: 'name', direction: 'desc' }] } as const
  const names: unknown[] = []
  for await (const { data } of client.pages({ ...query, limit: 7 }))
    names.push(...data.map(({ name }) => name))
  const { data, pagination } = await client.query({ ...query, limit: 1000 })
  expect(names).toEqual(data.map(({ name }) => name))
  expect(pagination.total).toBe(names.length)
  await expect(client.query({ table: 'nope' })).rejects.toThrow(TableNotFoundError)
  const wrong = client.query({ table: 'categories', columns: ['nope'] })
  await expect(wrong).rejects.toThrow(InvalidQueryError)
})

it('works with the credentials of the client', async () => {
  const shop = await defaultShopDatabase()
  const { baseUrl, stop } = await startPython(shop, ['--token', 'correct-horse'])
  try {
    const headers = { Authorization: 'Bearer correct-horse' }
    expect(await createTableQueryClient({ baseUrl, headers }).tables()).toContain('customers')
    const stranger = createTableQueryClient({ baseUrl })
    await expect(stranger.tables()).rejects.toThrow(AuthenticationFailedError)
  } finally {
    await stop()
  }
})
