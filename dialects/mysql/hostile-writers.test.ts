/**
 * Cached totals equal the rows of their responses while other connections write in bursts.
 *
 * @quiet After a write to any database of the server, no cached total is used.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { createConnection, type Connection, type RowDataPacket } from 'mysql2/promise'
import { createTableService } from '../../src/core/table-service'
import { errorCode } from '../../src/error-code'
import { describeOneServer } from '../../test/support/describe-each-server'
import { effort } from '../../test/support/effort'
import { recordedConnection } from '../../test/support/recorded-connection'

/** The test ends after so many minutes, but not before so many responses have used a cached total. */
const MINUTES = effort(0.1, 60)
const REUSES = effort(250, 1_000_000)
const MAX_MINUTES = effort(4, 240)

const READERS = 10

/** Fewer than readers, so that some requests wait and share a snapshot. */
const POOL_SIZE = 5

/**
 * Row 0 has the numbers of all rows and of odd rows. Each change of the rows changes it too, so every
 * snapshot contains its expected totals.
 */
const TABLE = `create table ledger (
  id int auto_increment primary key, kind varchar(9) not null, rows_now int, odd_now int)
  engine = InnoDB`
const FIRST_ROW = "insert ignore into ledger values (0, 'odd even', 1, 1)"
const TRANSACTION = [
  `insert into ledger values (0, 'odd even', 3, 2)
    on duplicate key update rows_now = rows_now + 2, odd_now = odd_now + 1`,
  "insert into ledger (kind) values ('odd'), ('even')",
]

/** The variable that decides when the server writes its log to the disk. */
const FLUSHING = '@@global.innodb_flush_log_at_trx_commit'

const random = (min: number, max: number): number => min + Math.random() * (max - min)

/** Statements, and pauses in milliseconds. */
type Change = (writer: number, number: number) => readonly (string | number)[]

const CHANGES: readonly Change[] = [
  () => ['begin', ...TRANSACTION, 'commit'],
  () => ['begin', ...TRANSACTION, random(0, 50), 'commit'],
  () => ['begin', ...TRANSACTION, 'rollback'],
  (writer, number) => {
    const id = `'${writer}:${number}'`
    const end = Math.random() < 0.5 ? 'commit' : 'rollback'
    return [`xa start ${id}`, ...TRANSACTION, `xa end ${id}`, `xa prepare ${id}`, `xa ${end} ${id}`]
  },
  () => [
    'begin',
    'update ledger set rows_now = 1, odd_now = 1 where id = 0',
    'delete from ledger where id > 0',
    'commit',
  ],
  // Single statements that change several rows.
  () => [
    `insert into ledger values (null, 'even', 0, 0), (0, 'odd even', 2, 1)
      on duplicate key update rows_now = rows_now + 1`,
  ],
  () => [
    `update ledger set kind = if(id = 0, kind, 'odd'), odd_now = if(id = 0, rows_now, odd_now)`,
  ],
  () => [`set ${FLUSHING} = ${Math.floor(random(0, 3))}`],
  (writer) => [
    `alter table ledger add index hostile_${writer} (kind)`,
    `alter table ledger drop index hostile_${writer}`,
  ],
]

/** Empties the table. */
const TRUNCATION: readonly string[] = ['truncate table ledger', FIRST_ROW]

describeOneServer('mysql', 'hostile writers', (server) => {
  it(
    'cause no wrong total',
    async () => {
      const url = await server.create([
        "set session sql_mode = 'NO_AUTO_VALUE_ON_ZERO'",
        TABLE,
        FIRST_ROW,
      ])
      const end = performance.now() + MINUTES * 60_000
      let responses = 0
      let counts = 0
      let hasFailed = false
      const isOver = (): boolean =>
        hasFailed || (performance.now() > end && responses - counts >= REUSES)
      const connection = recordedConnection(url, { poolSize: POOL_SIZE })
      const tables = createTableService(connection, connection.dialect)
      /** When all writers write next, by `performance.now`. */
      let next = performance.now()

      const connect = async (): Promise<Connection> => {
        const session = await createConnection(url.replace(/^mariadb:/, 'mysql:'))
        await session.query("set autocommit = 1, sql_mode = 'NO_AUTO_VALUE_ON_ZERO'")
        return session
      }
      const administrator = await connect()
      const [[row]] = await administrator.query<RowDataPacket[]>(`select ${FLUSHING} as original`)

      const write = async (writer: number): Promise<void> => {
        let session = await connect()
        for (let number = 0; !isOver(); number++) {
          await delay(Math.max(0, next - performance.now()))
          const isTruncation = writer === 0 && Math.random() < 0.02
          const change = CHANGES[Math.floor(random(0, CHANGES.length))]
          const statements = isTruncation ? TRUNCATION : change?.(writer, number)
          try {
            for (const statement of statements ?? []) {
              if (typeof statement === 'number') await delay(statement)
              else await session.query(statement)
            }
          } catch (error) {
            // Writers lock rows in different orders. The server rolls the transaction back.
            if (errorCode(error) !== 'ER_LOCK_DEADLOCK') throw error
            await session.end()
            session = await connect()
          }
          // The pauses between bursts often end about when readers begin to use cached totals, after a second.
          if (writer === 0 && Math.random() < 0.1) {
            const pause = Math.random() < 0.3 ? random(950, 1300) : random(1500, 6000)
            next = performance.now() + pause
          }
        }
        await session.end()
      }

      let requests = 0
      const read = async (reader: number): Promise<void> => {
        while (!isOver()) {
          const number = ++requests
          const isFiltered = (number + reader) % 3 === 0
          const query = { table: 'ledger', page: 1, limit: 1 + (number % 40), sort: [] }
          const filter = isFiltered ? 'odd' : ''
          const { rows, pagination } = await tables.query({ ...query, filter })
          const expected = rows[0]?.[isFiltered ? 3 : 2] ?? 0
          expect([isFiltered, pagination.total]).toEqual([isFiltered, Number(expected)])
          const counted = connection.statements.filter(({ sql }) => sql.includes('count(*) from'))
          counts += counted.length
          connection.statements.length = 0
          // Pauses leave the processors to the responses that use a cached total, and to other tests.
          await delay(counted.length > 0 ? random(0, 100) : effort(random(0, 30), 0))
          responses++
        }
      }

      const writing = [0, 1, 2].map(write)
      const reading = Array.from({ length: READERS }, (_, reader) => read(reader))
      try {
        await Promise.all([...writing, ...reading])
      } catch (error) {
        hasFailed = true
        throw error
      } finally {
        await Promise.allSettled([...writing, ...reading])
        await administrator.query(`set ${FLUSHING} = ${String(row?.['original'])}`)
        await administrator.end()
        await connection.close()
      }
    },
    MAX_MINUTES * 60_000,
  )
})
