/** Requests that run with the role of their caller, so that grants and policies of the database apply. */
import {
  bearerTokens,
  createApp,
  databaseCallerBy,
  openDatabase,
  permissionsBy,
  readPermissions,
  readSecrets,
  type Database,
} from '../../src'
import { createTableService } from '../../src/core/table-service'
import { describeEachServer } from '../../test/support/describe-each-server'
import { effort } from '../../test/support/effort'
import { recordedConnection } from '../../test/support/recorded-connection'
import { sendRequest, type ReceivedResponse } from '../../test/support/send-request'
import { serveApp, type ServedApp } from '../../test/support/serve-app'

const CALLERS = {
  ada: 'caller_reader',
  bob: 'caller_reader',
  eve: 'caller_boss',
  none: 'none',
  unknown: 'no_such_role',
  nul: 'caller_\0reader',
  stranger: 'caller_stranger',
  owner: 'postgres',
  roleless: undefined,
}

const secrets = readSecrets(
  Object.entries(CALLERS).map(([name, databaseRole]) => ({
    name,
    secret: `a-long-secret-of-${name}`,
    ...(databaseRole !== undefined && { databaseRole }),
  })),
)

describeEachServer('postgres', 'callers with roles', (server) => {
  let database: Database
  let served: ServedApp
  let withDefaultRole: ServedApp
  let gateUrl: string
  beforeAll(async () => {
    const roles = ['caller_reader', 'caller_boss', 'caller_stranger']
    const url = await server.create([
      ...roles.map((role) => `drop role if exists ${role}`),
      'drop role if exists caller_gate',
      ...roles.map((role) => `create role ${role}`),
      'create role caller_gate login noinherit',
      'grant caller_reader, caller_boss to caller_gate',
      'create table notes (id int primary key, owner text, word text)',
      `insert into notes
         select i, case when i % 3 = 0 then 'ada' else 'bob' end, 'word ' || i
         from generate_series(1, 300) as i`,
      'alter table notes enable row level security',
      `create policy own on notes
         using (owner = current_setting('request.jwt.claims', true)::json ->> 'sub')`,
      'grant select on notes to caller_reader',
      'create table salaries (id int primary key, word text)',
      'grant select on salaries to caller_boss',
      `create view who as select current_user::text as role,
         current_setting('request.jwt.claims', true) as claims`,
      'grant select on who to caller_reader, caller_boss, caller_gate',
      'create sequence counter',
      "create view writes as select nextval('counter') as id",
      'grant select on writes to caller_reader',
      'grant usage on counter to caller_reader',
      `create view fails as select 1 / (length(current_user) - 13) as id`,
      'grant select on fails to caller_reader',
    ])
    const gate = new URL(url)
    gate.username = 'caller_gate'
    gateUrl = gate.href
    database = await openDatabase(gate.href, { poolSize: 2 })
    const permissions = readPermissions({ everyone: { allow: ['*'], deny: { notes: ['word'] } } })
    const authenticate = [bearerTokens(secrets)]
    const app = createApp({
      tables: database.tables,
      authenticate,
      databaseCallerOf: databaseCallerBy(),
      permissionOf: permissionsBy(permissions),
    })
    // Expected errors would fill the log.
    app.silent = true
    served = await serveApp(app)
    const databaseCallerOf = databaseCallerBy('caller_boss')
    withDefaultRole = await serveApp(createApp({ tables: database.tables, databaseCallerOf }))
  })
  afterAll(async () => {
    served.stop()
    withDefaultRole.stop()
    await database.close()
  })

  const ask = (path: string, caller: keyof typeof CALLERS): Promise<ReceivedResponse> =>
    sendRequest(served.origin, `/api/table-viewer/${path}`, {
      headers: { Authorization: `Bearer a-long-secret-of-${caller}` },
    })
  const body = async (path: string, caller: keyof typeof CALLERS): Promise<unknown> =>
    JSON.parse((await ask(path, caller)).text) as unknown

  it('read and count only rows that the policies allow', async () => {
    expect(await body('query?table=notes&limit=1', 'ada')).toEqual({
      data: [{ id: 3, owner: 'ada' }],
      columns: ['id', 'owner'],
      pagination: { page: 1, limit: 1, total: 100, totalPages: 100 },
    })
    expect(await body('query?table=notes&limit=1&filter=bob', 'bob')).toMatchObject({
      data: [{ id: 1, owner: 'bob' }],
      pagination: { total: 200 },
    })
    expect(await body('query?table=notes&filter=bob', 'ada')).toMatchObject({
      pagination: { total: 0 },
    })
  })

  it('see only tables that their role may read', async () => {
    expect(await body('tables', 'ada')).toEqual(['fails', 'notes', 'who', 'writes'])
    expect(await body('tables', 'eve')).toEqual(['salaries', 'who'])
    expect((await ask('query?table=salaries', 'ada')).status).toBe(404)
    expect((await ask('tables/notes', 'eve')).status).toBe(404)
  })

  it('never get rows of another caller, even in concurrent requests', async () => {
    const callers = Array.from({ length: effort(80, 300) }, (_, n) => (n % 2 === 0 ? 'ada' : 'bob'))
    const responses = await Promise.all(
      callers.map((caller) => ask('query?table=notes&limit=5&filter=b&columns=owner', caller)),
    )
    for (const [index, { text, headers }] of responses.entries()) {
      const total = callers[index] === 'bob' ? 200 : 0
      expect(JSON.parse(text)).toMatchObject({ pagination: { total } })
      expect(headers.etag).toBeUndefined()
    }
  })

  it('have their role and claims set, but only for their own requests', async () => {
    expect(await body('query?table=who', 'eve')).toMatchObject({
      data: [{ role: 'caller_boss', claims: '{"sub":"eve","roles":[],"role":"caller_boss"}' }],
    })
    const query = { table: 'who', page: 1, limit: 10, filter: '', sort: [] }
    for (let session = 0; session < 4; session++) {
      const { rows } = await database.tables.query(query)
      // A custom setting that a session has had once is an empty text afterwards.
      expect([[['caller_gate', null]], [['caller_gate', '']]]).toContainEqual(rows)
    }
  })

  it.each(['tables/%00', 'query?page=0'])(
    'are refused before the form of %s is checked if they have no role',
    async (path) => {
      expect((await ask(path, 'roleless')).status).toBe(401)
    },
  )

  it.each(['none', 'unknown', 'nul', 'stranger', 'owner', 'roleless'] as const)(
    'are refused as %s',
    async (caller) => {
      for (const path of ['tables', 'tables/notes', 'query?table=notes']) {
        const { status, text } = await ask(path, caller)
        expect([status, JSON.parse(text)]).toEqual([
          401,
          {
            error: 'AUTHENTICATION_FAILED',
            message: 'Authentication failed: the caller has no role in the database.',
            details: {
              authMethod: 'permissions',
              reason: 'the caller has no role in the database',
            },
          },
        ])
      }
    },
  )

  it.each([
    [String.raw`{"sub":"a\u0000b"}`, 401],
    [String.raw`{"sub":"ada","name":"\ud83d"}`, 401],
    [String.raw`{"sub":"ada","\\\uDE00":1}`, 401],
    [String.raw`{"sub":"ada","name":"\ud83d\ude00 \\u0000 \u0001"}`, 200],
  ])('are refused if policies cannot read their claims: %s', async (claims, status) => {
    const databaseCallerOf = () => ({ role: 'caller_reader', claims })
    const app = await serveApp(createApp({ tables: database.tables, databaseCallerOf }))
    try {
      expect(await sendRequest(app.origin, '/api/table-viewer/query?table=notes')).toMatchObject({
        status,
      })
    } finally {
      app.stop()
    }
  })

  it('with different claims share the catalogue of their role, but no rows', async () => {
    const connection = recordedConnection(gateUrl)
    let requests = 0
    const app = await serveApp(
      createApp({
        tables: createTableService(connection, connection.dialect),
        // As with a new token for each request.
        databaseCallerOf: () => ({
          role: 'caller_reader',
          claims: JSON.stringify({ sub: requests % 2 === 0 ? 'ada' : 'bob', jti: ++requests }),
        }),
      }),
    )
    try {
      for (let number = 0; number < 20; number++) {
        const { text } = await sendRequest(app.origin, '/api/table-viewer/query?table=notes')
        const total = number % 2 === 0 ? 100 : 200
        expect(JSON.parse(text)).toMatchObject({ pagination: { total } })
      }
    } finally {
      app.stop()
      await connection.close()
    }
    // The app reads the catalogue once, and again each time the cache expires, after a second.
    expect(connection.catalogueStatements.length).toBeLessThan(40)
  })

  it.each([false, true])('share reads unless they are plain (%s)', async (plainReads) => {
    const connection = recordedConnection(gateUrl)
    const { withRole } = createTableService(connection, connection.dialect, { plainReads })
    const tables = withRole?.({ role: 'caller_boss', claims: '{}' })
    if (!tables) throw new Error('there are no callers with roles')
    const query = { table: 'who', page: 1, limit: 2, filter: '', sort: [] }
    try {
      await tables.describeTable('who')
      await Promise.all([1, 2, 3, 4, 5].map(() => tables.query(query)))
    } finally {
      await connection.close()
    }
    expect(connection.statements).toHaveLength(plainReads ? 5 : 1)
  })

  it('have the default role without authentication', async () => {
    const { text } = await sendRequest(withDefaultRole.origin, '/api/table-viewer/tables')
    expect(JSON.parse(text)).toEqual(['salaries', 'who'])
  })

  it('cannot write, and leave no transaction open after an error', async () => {
    expect((await ask('query?table=writes', 'ada')).status).toBe(500)
    expect((await ask('query?table=fails', 'ada')).status).toBe(500)
    for (let times = 0; times < 4; times++) {
      expect((await ask('query?table=notes', 'ada')).status).toBe(200)
    }
  })
})
