/** Tables that another session redefines, or is about to. */
import { createConnection, type Connection, type RowDataPacket } from 'mysql2/promise'
import { describeEachServer } from '../../test/support/describe-each-server'
import { effort } from '../../test/support/effort'
import { waitUntil } from '../../test/support/wait-until'

describeEachServer('mysql', 'a table that another session locks', (server) => {
  const isMariadb = server.name === 'mariadb'

  const connectTo = (url: string): Promise<Connection> =>
    createConnection(url.replace(/^mariadb:/, 'mysql:'))

  /** Waits until a statement of the connection has this state. */
  const untilState = (
    observer: Connection,
    { threadId }: Connection,
    state: RegExp,
  ): Promise<void> =>
    waitUntil(async () => {
      const [rows] = await observer.query<RowDataPacket[]>('show processlist')
      return rows.some((row) => row['Id'] === threadId && state.test(String(row['State'])))
    })

  it('fails a request at the statement timeout, if a change of the table waits too', async () => {
    const app = await server.serve(
      ['create table held (id int primary key)', 'create table other (id int primary key)'],
      undefined,
      { statementTimeout: 1200 },
    )
    const reader = await connectTo(app.url)
    const writer = await connectTo(app.url)
    await reader.query('start transaction')
    await reader.query('select * from held')
    const altered = writer.query('alter table held add column n int')
    try {
      await untilState(reader, writer, /metadata lock/)
      expect((await app.get('query?table=held')).text).toBe(
        '{"error":"DATABASE_ERROR","message":"The query took longer than 1200 ms."}',
      )
      expect((await app.get('query?table=other')).status).toBe(200)
    } finally {
      await reader.query('rollback')
      await altered
      await reader.end()
      await writer.end()
    }
    expect((await app.get('query?table=held')).status).toBe(200)
  })

  it('is listed while it is truncated again and again', async () => {
    const app = await server.serve([
      ...['truncated', 'other'].map((name) => `create table ${name} (id int primary key)`),
      'insert into truncated values (1)',
    ])
    expect((await app.get('tables')).text).toBe('["other","truncated"]')
    const writer = await connectTo(app.url)
    const end = new AbortController()
    const truncating = (async () => {
      while (!end.signal.aborted) await writer.query('truncate table truncated')
    })()
    try {
      for (let reads = 0; reads < effort(40, 150); reads++) {
        app.expireCaches()
        expect((await app.get('tables')).text).toBe('["other","truncated"]')
      }
    } finally {
      end.abort()
      await truncating
      await writer.end()
    }
  })

  it('delays neither the list of tables nor a 404 while another session fills it', async () => {
    const app = await server.serve(
      [
        'create table listed (id int primary key)',
        'create table replaced (id int primary key)',
        'create table gone (id int primary key)',
        'create view broken as select * from gone',
        'drop table gone',
      ],
      undefined,
      { statementTimeout: 3000 },
    )
    const writer = await connectTo(app.url)
    const observer = await connectTo(app.url)
    const lock = isMariadb ? 'create or replace table replaced as' : 'create table created as'
    // On MySQL, `sleep` does not fail when it is cancelled.
    const replaced = Promise.allSettled([writer.query(`${lock} select sleep(60) as id`)])
    try {
      await untilState(observer, writer, /sleep/i)
      app.expireCaches()
      expect((await app.get('tables')).text).toBe('["listed","replaced"]')
      expect((await app.get('query?table=nothing')).status).toBe(404)
      expect((await app.get('query?table=listed')).status).toBe(200)
      if (isMariadb) {
        expect((await app.get('query?table=replaced')).text).toBe(
          '{"error":"DATABASE_ERROR","message":"The query took longer than 3000 ms."}',
        )
      }
    } finally {
      await observer.query(`kill query ${writer.threadId}`)
      await replaced
      await writer.end()
      await observer.end()
    }
  })
})
