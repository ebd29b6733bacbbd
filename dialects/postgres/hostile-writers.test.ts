/**
 * Totals equal the rows of their responses while other connections write, and rewrite the table and its
 * indexes.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import { createTableService } from '../../src/core/table-service'
import { besideWriter } from '../../test/support/beside-writer'
import { describeEachServer } from '../../test/support/describe-each-server'
import { effort } from '../../test/support/effort'
import { recordedConnection } from '../../test/support/recorded-connection'

/** The test ends after so many seconds, but not before so many totals were different. */
const SECONDS = effort(2, 1200)
const MIN_TOTALS = 6

/** More than connections, so that most requests share a count. */
const READERS = 12
const POOL_SIZE = 2

/** Row 0 has the numbers of all rows and of odd rows, so every snapshot contains its expected totals. */
const TABLE = [
  'create table ledger (id int primary key, kind varchar(9) not null, rows_now int, odd_now int)',
  'create sequence ids',
]
const FIRST_ROW = "insert into ledger values (0, 'odd even', 1, 1)"
const TRANSACTION = [
  'update ledger set rows_now = rows_now + 2, odd_now = odd_now + 1 where id = 0',
  "insert into ledger select nextval('ids'), unnest(array['odd', 'even'])",
]
const EMPTYING = [
  'update ledger set rows_now = 1, odd_now = 1 where id = 0',
  'delete from ledger where id > 0',
]

/** @returns statements, and pauses in milliseconds */
type Change = (writer: number) => readonly (string | number)[]

const WRITES: readonly Change[] = [
  () => ['begin', ...TRANSACTION, 'commit'],
  () => ['begin', ...TRANSACTION, Math.random() * 30, 'commit'],
  () => ['begin', ...TRANSACTION, 'rollback'],
  () => [
    'begin',
    ...TRANSACTION,
    'savepoint a',
    ...TRANSACTION,
    Math.random() < 0.5 ? 'rollback to a' : 'release a',
    'commit',
  ],
  () => ['begin', ...EMPTYING, 'commit'],
]

const REWRITES: readonly Change[] = [
  () => ['begin', 'truncate ledger', FIRST_ROW, Math.random() * 30, 'commit'],
  () => ['begin', 'lock table ledger', 'delete from ledger', FIRST_ROW, ...TRANSACTION, 'commit'],
  (writer) => [
    `create index if not exists hostile_${writer} on ledger (kind)`,
    'begin',
    ...EMPTYING,
    'commit',
    `drop index if exists hostile_${writer}`,
  ],
  (writer) => [
    `create index concurrently if not exists hostile_${writer} on ledger (kind)`,
    `reindex index concurrently hostile_${writer}`,
    `drop index concurrently if exists hostile_${writer}`,
  ],
  () => ['vacuum ledger'],
  () => ['vacuum full ledger'],
  () => ['cluster ledger using ledger_pkey'],
  () => ['alter table ledger set unlogged', 'alter table ledger set logged'],
  () => ['alter table ledger alter kind type varchar(9) using kind || $$$$'],
]

describeEachServer('postgres', 'hostile writers', (server) => {
  it(
    'cause no wrong total',
    async () => {
      const url = await server.create([...TABLE, FIRST_ROW])
      const connection = recordedConnection(url, { poolSize: POOL_SIZE, maxWaiting: READERS })
      const tables = createTableService(connection, connection.dialect)
      const end = performance.now() + SECONDS * 1000
      const totals = new Set<number>()

      const writeAs = async (writer: number, hasStopped: () => boolean): Promise<void> => {
        const session = new Client({ connectionString: url })
        await session.connect()
        try {
          await session.query("set lock_timeout = '1s'")
          while (!hasStopped()) {
            const changes = Math.random() < 0.1 ? REWRITES : WRITES
            const change = changes[Math.floor(Math.random() * changes.length)]
            try {
              for (const statement of change?.(writer) ?? []) {
                if (typeof statement === 'number') await delay(statement)
                else await session.query(statement)
              }
            } catch {
              // Writers wait for each other's locks, and the server refuses some changes at the same time.
              await session.query('rollback')
            }
          }
        } finally {
          await session.end()
        }
      }

      let requests = 0
      const read = async (): Promise<void> => {
        while (performance.now() < end || totals.size < MIN_TOTALS) {
          const number = ++requests
          const isFiltered = number % 3 === 0
          const { rows, pagination } = await tables.query({
            table: 'ledger',
            page: 1,
            limit: 1 + (number % 40),
            sort: [],
            filter: isFiltered ? 'odd' : '',
          })
          const expected = Number(rows[0]?.[isFiltered ? 3 : 2])
          expect([isFiltered, pagination.total]).toEqual([isFiltered, expected])
          totals.add(expected)
          connection.statements.length = 0
        }
      }
      try {
        await besideWriter(async (hasStopped) => {
          await Promise.all([0, 1, 2].map((writer) => writeAs(writer, hasStopped)))
        }, Array<typeof read>(READERS).fill(read))
      } finally {
        await connection.close()
      }
    },
    (SECONDS + 60) * 1000,
  )
})
