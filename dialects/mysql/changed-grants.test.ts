/** Grants that change while the program has sessions, which keep the privileges on their database. */
import { createConnection, type Connection } from 'mysql2/promise'
import { describeEachServer } from '../../test/support/describe-each-server'
import { recordedConnection } from '../../test/support/recorded-connection'
import type { TestApp } from '../../test/support/test-app'

describeEachServer('mysql', 'a changed grant', (server) => {
  const user = `granted_${process.pid}`
  let admin: Connection
  beforeAll(async () => {
    admin = await createConnection(server.url.href.replace(/^mariadb:/, 'mysql:'))
    await admin.query(`create user '${user}' identified by 'reader'`)
  })
  afterAll(async () => {
    await admin.query(`drop user '${user}'`)
    await admin.end()
  })

  /** @param on what the user may read: `*` or a table */
  const serveGranted = async (on: string): Promise<{ app: TestApp; database: string }> => {
    let database = ''
    // With one session, each statement runs on one that has the earlier privileges.
    const app = await server.serve(
      ['create table first (id int primary key)', 'create table second (id int primary key)'],
      async (url) => {
        database = url.pathname.slice(1)
        await admin.query(`grant select on \`${database}\`.${on} to '${user}'`)
        url.username = user
        url.password = 'reader'
      },
      { poolSize: 1 },
    )
    return { app, database }
  }

  const readable = async (app: TestApp): Promise<[tables: unknown, second: number]> => {
    app.expireCaches()
    const tables: unknown = JSON.parse((await app.get('tables')).text)
    return [tables, (await app.get('query?table=second')).status]
  }

  it('of the database, when it is revoked, hides a table', async () => {
    const { app, database } = await serveGranted('*')
    expect(await readable(app)).toEqual([['first', 'second'], 200])
    await admin.query(`grant select on \`${database}\`.first to '${user}'`)
    await admin.query(`revoke select on \`${database}\`.* from '${user}'`)
    expect(await readable(app)).toEqual([['first'], 404])
  })

  it('of the database shows a table, and its rows on a session that was refused', async () => {
    const { app, database } = await serveGranted('first')
    expect(await readable(app)).toEqual([['first'], 404])
    await admin.query(`grant select on \`${database}\`.* to '${user}'`)
    expect(await readable(app)).toEqual([['first', 'second'], 200])
  })

  it('of the database lets every session read a table', async () => {
    const { app, database } = await serveGranted('first')
    const connection = recordedConnection(app.url, { poolSize: 4 })
    /** Reads the table on several sessions at the same time, and returns their ids. */
    const readOnSessions = async (table: string): Promise<Set<unknown>> => {
      const sql = `select connection_id(), sleep(0.3), (select count(*) from ${table})`
      const reads = Array.from({ length: 4 }, () => connection.readRows({ sql, bindings: [] }))
      return new Set((await Promise.all(reads)).map(([row]) => row?.[0]))
    }
    try {
      const before = await readOnSessions('first')
      await admin.query(`grant select on \`${database}\`.* to '${user}'`)
      const after = await readOnSessions('second')
      expect([...after].filter((id) => before.has(id))).not.toEqual([])
    } finally {
      await connection.close()
    }
  })

  it('that was the last one of the database, ends the access', async () => {
    const { app, database } = await serveGranted('*')
    expect(await readable(app)).toEqual([['first', 'second'], 200])
    await admin.query(`revoke select on \`${database}\`.* from '${user}'`)
    app.expireCaches()
    for (const path of ['tables', 'tables/first', 'query?table=second']) {
      const { status, text } = await app.get(path)
      expect([status, text]).toEqual([500, expect.stringContaining('DATABASE_ERROR')])
    }
  })
})
