/** A table that gets an index while requests wait to share a snapshot. */
import { createConnection, type Connection, type RowDataPacket } from 'mysql2/promise'
import { describeEachServer } from '../../test/support/describe-each-server'
import { recordedConnection } from '../../test/support/recorded-connection'
import { waitUntil } from '../../test/support/wait-until'

/** The table has 2 to the power of this number of rows, which takes the server a moment to index. */
const DOUBLINGS = 18

const DELETED = 1000

const WAITING = `select count(*) as waiting from information_schema.processlist
  where db = database() and state like '%metadata lock'`

const COUNT = {
  sql: `select count(*), (select count(*) from indexed force index (primary) where id > 0)
    from indexed force index (by_kind) where kind = 0`,
  bindings: [],
}

describeEachServer('mysql', 'a snapshot', (server) => {
  it('counts the same rows by an index that was made meanwhile', async () => {
    const url = await server.create([
      'create table indexed (id int auto_increment primary key, kind int not null) engine = InnoDB',
      'insert into indexed (kind) values (0)',
      ...Array.from(
        { length: DOUBLINGS },
        () => 'insert into indexed (kind) select 0 from indexed',
      ),
    ])
    const connect = (): Promise<Connection> => createConnection(url.replace(/^mariadb:/, 'mysql:'))
    const sessions = await Promise.all([connect(), connect(), connect(), connect()])
    const [administrator, writer, reader, observer] = sessions
    const untilWaiting = (count: number): Promise<void> =>
      waitUntil(async () => {
        const [[row]] = await observer.query<RowDataPacket[]>(WAITING)
        return Number(row?.['waiting']) === count
      })
    const connection = recordedConnection(url, { poolSize: 1 })
    try {
      await reader.query('begin')
      await reader.query('select id from indexed limit 1')
      const indexing = administrator.query('alter table indexed add index by_kind (kind)')
      await untilWaiting(1)
      await writer.query('begin')
      const deletion = writer.query(`delete from indexed limit ${DELETED}`)
      await untilWaiting(2)
      await reader.query('commit')
      // The server now reads the rows for the index, and deletes some meanwhile. The index will not have
      // those, although older snapshots do.
      await deletion
      const counts = await connection.withSession?.(
        (session) =>
          session.inSnapshot?.('', async () => {
            await writer.query('commit')
            await indexing
            return session.readRows(COUNT)
          }) ?? Promise.resolve(undefined),
        COUNT,
      )
      const rows = String(2 ** DOUBLINGS - DELETED)
      expect(counts).toEqual([[rows, rows]])
    } finally {
      await connection.close()
      for (const session of sessions) await session.end()
    }
  }, 60_000)

  it('is not kept after its last statement, even if `commit` begins another transaction', async () => {
    const url = await server.create(['create table growing (id int primary key) engine = InnoDB'])
    const writer = await createConnection(url.replace(/^mariadb:/, 'mysql:'))
    const connection = recordedConnection(url, { poolSize: 1 })
    const { catalogue, builder } = connection
    const count = { sql: 'select count(*) from growing', bindings: [] }
    try {
      await catalogue.readRows(builder.raw("set completion_type = 'CHAIN'"))
      await connection.withSession?.(
        async (session) => session.inSnapshot?.('', () => session.readRows(count)),
        count,
      )
      for (let id = 1; id <= 2; id++) {
        await writer.query(`insert into growing values (${id})`)
        await writer.query('commit')
        expect(await connection.readRows(count)).toEqual([[String(id)]])
      }
    } finally {
      await connection.close()
      await writer.end()
    }
  })
})
