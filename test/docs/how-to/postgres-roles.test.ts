/** Runs docs/how-to/postgres-roles.md with unique names for the roles. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import pino from 'pino'
import { readCommand } from '../../../src/program/config'
import { startServer, type RunningServer } from '../../../src/program/server'
import { describeEachServer } from '../../support/describe-each-server'
import { codeBlocks, substituted } from '../../support/document-code'
import { sendRequest, type ReceivedResponse } from '../../support/send-request'

const DOCUMENT = 'docs/how-to/postgres-roles.md'
const [tables = '', roles = ''] = codeBlocks(DOCUMENT, 'sql')
const [start = '', curl = ''] = codeBlocks(DOCUMENT, 'sh')
const [tokens = '', claims = '', response = ''] = codeBlocks(DOCUMENT, 'json')
const [{ secret: staff } = { secret: '' }] = JSON.parse(tokens) as { secret: string }[]
const JWT_SECRET = 'a-shared-secret-of-at-least-32-characters'
/** Permission denied. https://www.postgresql.org/docs/current/errcodes-appendix.html */
const DENIED = '42501'

let servers = 0

describeEachServer('postgres', 'roles', (server) => {
  // Roles belong to the server, not to a database.
  const unique = `guide_${process.pid}_${process.env['JEST_WORKER_ID']}_${++servers}`
  const names = {
    shop_api: `${unique}_api`,
    shop_customer: `${unique}_customer`,
    shop_staff: `${unique}_staff`,
  }
  const folder = mkdtempSync(path.join(tmpdir(), 'tablequery-roles-'))
  const connection = new URL(server.url)
  let running: RunningServer | undefined

  beforeAll(async () => {
    const { url } = await server.serve([tables, substituted(roles, names)])
    connection.pathname = new URL(url).pathname
    connection.username = names.shop_api
    connection.password = 'change-me'
    const written = { connection: connection.href, 'jwt-secret': JWT_SECRET }
    const files = {
      ...written,
      'tokens.json': substituted(tokens, { shop_staff: names.shop_staff }),
    }
    for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text)
    const [program, ...args] = substituted(start, { '/etc/tablequery/': `${folder}/` })
      .trim()
      .split(' ')
    expect(program).toBe('tablequery')
    // Without pages, which this test does not use.
    const testArgs = ['--port', '0', '--viewer-path', 'off', '--api-docs', 'false']
    const command = readCommand([...args, ...testArgs], {})
    if (command.run !== 'serve') throw new Error('the command does not serve')
    const settings = { ...command.settings, connection: command.settings.connection ?? '' }
    const { signal } = new AbortController()
    running = await startServer(settings, pino({ level: 'silent' }), signal)
  })

  afterAll(async () => {
    await running?.stop()
    rmSync(folder, { recursive: true })
    const client = new Client({ connectionString: server.url.href })
    await client.connect()
    await client.query(`drop role if exists ${Object.values(names).join()}`)
    await client.end()
  })

  const tokenOf = async (changes: object): Promise<string> => {
    const { SignJWT } = await import('jose')
    const documented = JSON.parse(
      substituted(claims, { shop_customer: names.shop_customer }),
    ) as object
    return new SignJWT({ ...documented, ...changes })
      .setProtectedHeader({ alg: 'HS256' })
      .sign(new TextEncoder().encode(JWT_SECRET))
  }
  const get = (path: string, token: string): Promise<ReceivedResponse> => {
    const { origin, pathname } = new URL(running?.baseUrl ?? '')
    return sendRequest(origin, `${pathname}/${path}`, {
      headers: { Authorization: `Bearer ${token}` },
    })
  }
  const body = async (path: string, token: string): Promise<unknown> =>
    JSON.parse((await get(path, token)).text)

  it('gives the documented response', async () => {
    const [, request = ''] = /\/api\/table-viewer\/([^']+)'/.exec(curl) ?? []
    expect(await body(request, await tokenOf({}))).toEqual(JSON.parse(response))
  })

  it.each([
    ['ada', 1, [1, 3]],
    ['bob', 2, [2]],
    ['eve', 3, []],
  ])('shows and counts only the orders of %s', async (sub, customer_id, ids) => {
    const token = await tokenOf({ sub, customer_id })
    expect(await body('tables', token)).toEqual(['orders'])
    expect(await body('query?table=orders&columns=id', token)).toMatchObject({
      data: ids.map((id) => ({ id })),
      pagination: { total: ids.length },
    })
    expect((await get('query?table=customers', token)).status).toBe(404)
  })

  it('shows the staff all orders, and the granted columns of customers', async () => {
    expect(await body('tables', staff)).toEqual(['customers', 'orders'])
    expect(await body('query?table=orders', staff)).toMatchObject({ pagination: { total: 3 } })
    expect(await body('query?table=customers', staff)).toMatchObject({
      data: [
        { id: 1, name: 'Ada' },
        { id: 2, name: 'Bob' },
      ],
      columns: ['id', 'name'],
    })
    expect((await get('query?table=customers&columns=email', staff)).status).toBe(400)
  })

  it('refuses callers without a role, or with a role that is not granted', async () => {
    for (const role of [undefined, 'postgres', 'none', 'nobody']) {
      const { status } = await get('tables', await tokenOf({ role }))
      expect([role, status]).toEqual([role, 401])
    }
    // The role of the connection may not read any table.
    expect(await body('tables', await tokenOf({ role: names.shop_api }))).toEqual([])
    expect((await get('tables', 'an-invalid-token')).status).toBe(401)
  })

  it('prevents writes even on a direct connection', async () => {
    const client = new Client({ connectionString: connection.href })
    await client.connect()
    const codeOf = async (sql: string): Promise<unknown> => {
      try {
        return (await client.query(sql)).rowCount
      } catch (error) {
        return (error as { code?: string }).code
      }
    }
    try {
      expect(await codeOf('select * from orders')).toBe(DENIED)
      for (const role of [names.shop_customer, names.shop_staff]) {
        await client.query(`set role ${role}`)
        await client.query(`set request.jwt.claims = '{"customer_id":1}'`)
        expect(await codeOf('select * from orders')).toBe(role === names.shop_staff ? 3 : 2)
        expect(await codeOf('delete from orders')).toBe(DENIED)
        expect(await codeOf('update orders set total = 0')).toBe(DENIED)
        expect(await codeOf("insert into orders values (9, 1, '2025-01-01', 1)")).toBe(DENIED)
      }
    } finally {
      await client.end()
    }
  })
})

it('finds all code blocks of the document', () => {
  const blocks = [tables, roles, start, curl, tokens, claims, response]
  expect(blocks.filter((block) => block === '')).toEqual([])
})
