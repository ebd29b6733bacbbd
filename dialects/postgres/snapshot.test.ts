/** A table that changes before or during the snapshot that requests share. */
import { Client } from 'pg'
import { createTableService } from '../../src/core/table-service'
import type { Connection } from '../../src/dialect/dialect'
import type { LentSession } from '../../src/dialect/lent-session'
import { TableChangedError } from '../../src/dialect/table-changed'
import { describeEachServer } from '../../test/support/describe-each-server'
import { recordedConnection } from '../../test/support/recorded-connection'
import { waitingLocks } from '../../test/engines/postgres/waiting-locks'
import { waitUntil } from '../../test/support/wait-until'

const PAGES = [1, 2, 3, 4]

/** Calls the function once, after the first statement in a snapshot. */
function withChange(connection: Connection, change: () => Promise<unknown>): Connection {
  const { withSession } = connection
  let isInSnapshot = false
  let hasChanged = false
  const changed = (session: LentSession): LentSession => {
    const { inSnapshot } = session
    return {
      readRows: async (statement) => {
        const rows = await session.readRows(statement)
        if (isInSnapshot && !hasChanged) {
          hasChanged = true
          await change()
        }
        return rows
      },
      ...(inSnapshot && {
        inSnapshot: (lock, work) => {
          isInSnapshot = true
          return inSnapshot(lock, work)
        },
      }),
    }
  }
  return {
    ...connection,
    ...(withSession && {
      withSession: (work, request) => withSession((session) => work(changed(session)), request),
    }),
  }
}

/** Changes for which no request has used the total, so that each further request counts. */
async function makeVolatile(
  query: () => Promise<unknown>,
  writer: Client,
  table: string,
): Promise<void> {
  await query()
  for (let change = 0; change < 2; change++) {
    await writer.query(`update ${table} set id = id`)
    await query()
  }
}

describeEachServer('postgres', 'a snapshot', (server) => {
  it('has the rows that replace those of a truncated table', async () => {
    const url = await server.create([
      'create table replaced (id int primary key)',
      'insert into replaced select generate_series(1, 100)',
    ])
    const writer = new Client({ connectionString: url })
    await writer.connect()
    const connection = recordedConnection(url, { poolSize: 1 })
    const tables = createTableService(connection, connection.dialect)
    const query = (page: number): ReturnType<typeof tables.query> =>
      tables.query({ table: 'replaced', page, limit: 1, filter: '', sort: [] })
    try {
      await makeVolatile(() => query(1), writer, 'replaced')
      const busy = connection.readRows({ sql: 'select pg_sleep(0.3)', bindings: [] })
      const pages = PAGES.map(query)
      await writer.query('begin')
      await writer.query('truncate replaced')
      await writer.query('insert into replaced select generate_series(1, 50)')
      await busy
      await waitUntil(async () => (await waitingLocks(writer)) === 1)
      await writer.query('commit')
      for (const [index, { rows, pagination }] of (await Promise.all(pages)).entries())
        expect([rows, pagination.total]).toEqual([[[String(PAGES[index])]], 50])
    } finally {
      await connection.close()
      await writer.end()
    }
  })

  it('has no rows of a table that becomes a child of the counted one', async () => {
    const url = await server.create([
      'create table parent (id int primary key)',
      'insert into parent select 10 * generate_series(1, 100)',
      'create table child (id int not null)',
      'insert into child select generate_series(1, 50)',
    ])
    const writer = new Client({ connectionString: url })
    await writer.connect()
    const recorded = recordedConnection(url, { poolSize: 1 })
    const connection = withChange(recorded, () => writer.query('alter table child inherit parent'))
    const tables = createTableService(connection, recorded.dialect)
    const query = (page: number): ReturnType<typeof tables.query> =>
      tables.query({ table: 'parent', page, limit: 1, filter: '', sort: [] })
    try {
      await makeVolatile(() => query(1), writer, 'parent')
      const busy = recorded.readRows({ sql: 'select pg_sleep(0.2)', bindings: [] })
      const pages = PAGES.map(query)
      await busy
      const [first, ...others] = await Promise.all(pages)
      expect([first?.rows, first?.pagination.total]).toEqual([[['10']], 100])
      for (const [index, { rows, pagination }] of others.entries()) {
        // On a busy machine, a page that waits long for its turn is read after the change.
        const page = index + 2
        expect([
          [[[String(10 * page)]], 100],
          [[[String(page)]], 150],
        ]).toContainEqual([rows, pagination.total])
      }
      expect((await query(1)).pagination.total).toBe(150)
    } finally {
      await recorded.close()
      await writer.end()
    }
  })

  it('ends with the change of a table whose statement the session has prepared before', async () => {
    const url = await server.create([
      'create table retyped (id int primary key, v int)',
      'insert into retyped values (1, 2)',
    ])
    const connection = recordedConnection(url, { poolSize: 1 })
    const { withSession } = connection
    const statement = { sql: 'select v from retyped', bindings: [] }
    const lock = 'lock table only retyped in access share mode'
    const inSnapshot = async (): Promise<unknown> => {
      let rows: unknown
      await withSession?.(
        async (session) => {
          await session.inSnapshot?.(lock, async () => {
            rows = await session.readRows(statement)
          })
        },
        { sql: statement.sql, signal: undefined, isAlreadyWaiting: false },
      )
      return rows
    }
    const writer = new Client({ connectionString: url })
    await writer.connect()
    try {
      await connection.readRows(statement)
      await writer.query('alter table retyped alter v type text')
      const error = await inSnapshot().catch((error: unknown) => error)
      expect(error).toBeInstanceOf(TableChangedError)
      expect(error).toHaveProperty('cause.routine', 'RevalidateCachedQuery')
      expect(await inSnapshot()).toEqual([['2']])
    } finally {
      await writer.end()
      await connection.close()
    }
  })

  it('is not shared by requests for a table whose rows a lock does not fix', async () => {
    const url = await server.create([
      'create table plain (id int primary key)',
      'create table policed (id int primary key)',
      'alter table policed enable row level security',
      'create table parted (id int primary key) partition by range (id)',
      'create materialized view kept as select id from plain',
      "create type mood as enum ('good')",
      'create table labelled (id int primary key, mood mood)',
      'create table parent (id int primary key)',
      'create table child () inherits (parent)',
    ])
    const connection = recordedConnection(url, { poolSize: 1 })
    try {
      const introspector = connection.dialect.createIntrospector(connection.catalogue)
      const locked: string[] = []
      for (const name of await introspector.listTables()) {
        const table = await introspector.describeTable(name)
        if (table?.snapshotLock !== undefined) locked.push(name)
      }
      expect(locked).toEqual(['child', 'plain'])
    } finally {
      await connection.close()
    }
  })
})
