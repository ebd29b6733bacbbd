/**
 * The snapshot token of Postgres: nothing was committed between two equal tokens.
 *
 * @quiet A write to any database of the server changes the token.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import { snapshotToken } from '../../src/core/snapshot-token'
import { createTableService } from '../../src/core/table-service'
import { describeEachServer } from '../../test/support/describe-each-server'
import { recordedConnection, type RecordedConnection } from '../../test/support/recorded-connection'

describeEachServer('postgres', 'the snapshot token', (server) => {
  let connection: RecordedConnection
  let owner: Client
  beforeAll(async () => {
    const url = await server.create([
      'create table plain (id int primary key)',
      'create materialized view stored as select id from plain',
      'create view computed as select id from plain',
      'create table split (id int primary key) partition by range (id)',
      'create table split_low partition of split for values from (0) to (10)',
      'create foreign data wrapper nothing',
      'create server elsewhere foreign data wrapper nothing',
      'create table mixed (id int) partition by range (id)',
      'create foreign table mixed_far partition of mixed for values from (0) to (10) server elsewhere',
      'create table parent (id int)',
      'create foreign table far_child () inherits (parent) server elsewhere',
      `create type mood as enum ('zen', 'calm')`,
      'create domain moods as mood[]',
      'create table labelled (id int primary key, m moods)',
      `insert into labelled values (1, '{zen}')`,
      'create type mood_range as range (subtype = mood)',
      'create table spanned (id int primary key, r mood_range)',
      'create table spanned_often (id int primary key, r mood_multirange)',
      'create type empty as enum ()',
      'create table unlabelled (id int primary key, e empty)',
      'create type pair as (a int, b mood)',
      'create table composed (id int primary key, p pair[])',
      'create table named (id int primary key, c regclass)',
      'create unlogged table unlogged (id int primary key)',
      // Other storage may change without a transaction of the server.
      'create access method other_storage type table handler heap_tableam_handler',
      'create table stored_elsewhere (id int primary key) using other_storage',
      'create table partly_stored (id int primary key) partition by range (id)',
      `create table stored_part partition of partly_stored for values from (0) to (10)
        using other_storage`,
      'create table policed (id int primary key)',
      'alter table policed enable row level security',
      'alter table policed force row level security',
      `create policy mine on policed using (id = current_setting('who.id', true)::int)`,
      'insert into plain select generate_series(1, 50)',
      'create role token_reader login',
      'grant select on all tables in schema public to token_reader',
    ])
    owner = new Client({ connectionString: url })
    // The database is dropped before the client ends.
    owner.on('error', () => undefined)
    await owner.connect()
    const asReader = new URL(url)
    asReader.username = 'token_reader'
    connection = recordedConnection(asReader.href, { poolSize: 2 })
  })
  it('differs between sessions that print money in different ways', async () => {
    const url = await server.create(['create table prices (id int primary key, price money)'])
    const tokenOf = async (of: RecordedConnection): Promise<unknown> => {
      const sql = `select ${of.changes.snapshotToken ?? ''}`
      const [[token] = []] = await of.readRows({ sql, bindings: [] })
      return token
    }
    const before = recordedConnection(url, { poolSize: 1 })
    const token = await tokenOf(before)
    await owner.query(`alter database ${new URL(url).pathname.slice(1)} set lc_monetary = 'POSIX'`)
    const after = recordedConnection(url, { poolSize: 1 })
    try {
      expect(token).not.toMatch(/ POSIX$/)
      expect(await tokenOf(before)).not.toMatch(/ POSIX$/)
      expect(await tokenOf(after)).toMatch(/ POSIX$/)
    } finally {
      await before.close()
      await after.close()
    }
  })

  afterAll(async () => {
    await connection.close()
    await owner.end()
    const admin = new Client({ connectionString: server.url.href })
    await admin.connect()
    await admin.query('drop role token_reader')
    await admin.end()
  })

  const tokenNow = async (): Promise<string> => {
    const { changes } = connection
    const [row] = await connection.readRows({
      sql: `select ${changes.snapshotToken}`,
      bindings: [],
    })
    return `${changes.counter()} ${String(row?.[0])}`
  }

  it.each([
    ['plain', true],
    ['stored', true],
    ['split', true],
    ['unlogged', true],
    ['stored_elsewhere', false],
    ['partly_stored', false],
    ['computed', false],
    ['mixed', false],
    ['parent', false],
    ['policed', false],
    ['labelled', true],
    ['spanned', true],
    ['spanned_often', true],
    ['composed', false],
    ['named', false],
  ])('changes with each change of the rows of %s: %s', async (name, isTracked) => {
    const introspector = connection.dialect.createIntrospector(connection.catalogue)
    expect((await introspector.describeTable(name))?.isTracked).toBe(isTracked)
  })

  /** Describes the table; the returned function reads the token for this description. */
  const describedTokens = async (name: string): Promise<() => Promise<unknown[]>> => {
    const { changes, dialect, catalogue } = connection
    const table = await dialect.createIntrospector(catalogue).describeTable(name)
    if (!table) throw new Error('no table')
    const sql = `select ${snapshotToken(table, changes)}`
    return async () => (await connection.readRows({ sql, bindings: [] })).flat()
  }

  it.each(['labelled', 'spanned', 'spanned_often'])(
    'is "changed" for a table whose enum labels have changed since it was described: %s',
    async (name) => {
      const tokens = await describedTokens(name)
      expect(await tokens()).not.toEqual(['changed'])
      await owner.query(`alter type mood rename value 'zen' to 'still'`)
      expect(await tokens()).toEqual(['changed'])
      await owner.query(`alter type mood rename value 'still' to 'zen'`)
      expect(await tokens()).toEqual(['changed'])
    },
  )

  it('is "changed" for a table whose enum had no labels, only when it gets one', async () => {
    const tokens = await describedTokens('unlabelled')
    expect(await tokens()).not.toEqual(['changed'])
    await owner.query(`alter type empty add value 'first'`)
    expect(await tokens()).toEqual(['changed'])
  })

  it.each([
    'insert into plain values (1000)',
    'update plain set id = 1001 where id = 1000',
    'truncate unlogged',
    'refresh materialized view stored',
    'alter table plain add column more int',
  ])('changes after: %s', async (statement) => {
    const before = await tokenNow()
    await owner.query(statement)
    expect(await tokenNow()).not.toBe(before)
  })

  it('stays the same without writes', async () => {
    expect(await tokenNow()).toBe(await tokenNow())
  })

  it('changes when a transaction ends, not when it begins', async () => {
    const tokens: string[] = []
    for (const end of ['commit', 'rollback']) {
      await owner.query('begin; create table short_lived (); drop table short_lived')
      tokens.push(await tokenNow())
      await owner.query(end)
      tokens.push(await tokenNow())
    }
    const [writing, written, writingAgain, rolledBack] = tokens
    expect(writingAgain).toBe(written)
    expect(new Set([writing, written, rolledBack]).size).toBe(3)
  })

  const openSockets = (): number =>
    process.getActiveResourcesInfo().filter((name) => name === 'TCPSocketWrap').length

  it('changes when all sessions have ended, as after a crash', async () => {
    const before = await tokenNow()
    const sockets = openSockets()
    const { rows } = await owner.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where usename = 'token_reader'`,
    )
    expect(rows.length).toBeGreaterThan(0)
    // The client closes the sockets of these sessions.
    do await delay(5)
    while (openSockets() > sockets - rows.length)
    expect(await tokenNow()).not.toBe(before)
  })

  it('makes cached totals valid for other pages and orders until a change', async () => {
    const tables = createTableService(connection, connection.dialect)
    const readPages = async (): Promise<number[]> => {
      const totals: number[] = []
      for (let page = 1; page <= 8; page++) {
        const direction = page % 2 === 0 ? 'asc' : 'desc'
        const sort = [{ column: 'id', direction } as const]
        const query = { table: 'plain', page, limit: 5, filter: '', sort }
        totals.push((await tables.query(query)).pagination.total)
      }
      return totals
    }
    const counts = (): number =>
      connection.statements.filter(({ sql }) => sql.includes('count(*) from')).length
    const [total = 0] = await readPages()
    const counted = counts()
    expect(await readPages()).toEqual(Array(8).fill(total))
    expect(counts()).toBe(counted)
    await owner.query('insert into plain select max(id) + 1 from plain')
    expect(await readPages()).toEqual(Array(8).fill(total + 1))
    expect(counts()).toBe(counted + 1)
  })
})

describeEachServer('postgres', 'a table whose rows stay the same', (server) => {
  it('has a new ETag once its description has a nullable column, which changes the order', async () => {
    const app = await server.serve(
      [
        'create table nulled (id integer primary key, v integer not null)',
        'insert into nulled values (1, 1)',
      ],
      undefined,
      // Descriptions stay cached until the test lets them expire.
      { now: () => 0 },
    )
    const query = 'query?table=nulled&sort=v:asc'
    await app.get(query)
    const owner = new Client({ connectionString: app.url })
    await owner.connect()
    await owner.query('alter table nulled alter v drop not null')
    await owner.query('insert into nulled values (2, null)')
    await owner.end()
    const early = await app.get(query)
    app.expireCaches()
    const headers = { 'If-None-Match': String(early.headers.etag) }
    const later = await app.get(query, { headers })
    const rows = '[{"id":2,"v":null},{"id":1,"v":1}]'
    expect([later.status, later.text]).toEqual([200, expect.stringContaining(rows)])
    const tags = [early.headers.etag, later.headers.etag]
    expect(tags).toEqual([expect.stringMatching(/^"/), expect.stringMatching(/^"/)])
    expect(new Set(tags).size).toBe(2)
  })
})
