/**
 * A commit changes the counters before readers see its rows, whenever the server writes its log to the disk.
 *
 * @quiet A write to any database of the server changes the counters.
 */
import { createConnection, type Connection, type RowDataPacket } from 'mysql2/promise'
import { describeEachServer } from '../../test/support/describe-each-server'
import { effort } from '../../test/support/effort'
import { recordedConnection, type RecordedConnection } from '../../test/support/recorded-connection'
import { fastClock } from '../../test/support/test-clock'
import { waitUntil } from '../../test/support/wait-until'

const COMMITS = effort(15, 4000)

const COUNT = { sql: 'select count(*) from stock', bindings: [], isTracked: true }

const SETTING = '@@global.innodb_flush_log_at_trx_commit'

describeEachServer('mysql', 'a commit', (server) => {
  let writer: Connection
  let reader: RecordedConnection
  let original: unknown
  beforeAll(async () => {
    const table = 'create table stock (id int auto_increment primary key) engine = InnoDB'
    const { url } = await server.serve([table])
    writer = await createConnection(url.replace(/^mariadb:/, 'mysql:'))
    await writer.query("set autocommit = 1, sql_mode = ''")
    const [[row]] = await writer.query<RowDataPacket[]>(`select ${SETTING} as original`)
    original = row?.['original']
    reader = recordedConnection(url, { now: fastClock })
  })
  afterAll(async () => {
    await writer.query(`set ${SETTING} = ${String(original)}`)
    await writer.end()
    await reader.close()
  })

  const counter = (): string | undefined => reader.changes.counter()
  const count = async (): Promise<number> => Number((await reader.readRows(COUNT))[0]?.[0])

  it.each([
    [0, 'not at a commit, but once a second'],
    [1, 'at each commit'],
    [2, 'at each commit, but flushed once a second'],
  ])(
    'changes the counters before readers see its row, if the log is written by setting %s, %s',
    async (setting) => {
      await writer.query(`set ${SETTING} = ${setting}`)
      for (let commit = 0; commit < COMMITS; commit++) {
        let rows = 0
        await waitUntil(async () => {
          rows = await count()
          return counter() !== undefined
        })
        const before = counter()
        const writing = writer.query('insert into stock values ()')
        while ((await count()) === rows) continue
        // The counters were read after the statement that first returned the row.
        expect(counter()).not.toBe(before)
        await writing
      }
    },
    effort(60_000, 3_600_000),
  )
})
