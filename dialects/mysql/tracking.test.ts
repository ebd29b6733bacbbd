/**
 * A table is tracked only if its rows cannot change while the counters of InnoDB are stable.
 *
 * @quiet A write to any database of the server changes the counters.
 */
import { createConnection, type Connection, type RowDataPacket } from 'mysql2/promise'
import { createTableService, type SchemaService } from '../../src/core/table-service'
import { compile } from '../../src/dialect/catalogue'
import { describeEachServer } from '../../test/support/describe-each-server'
import { recordedConnection, type RecordedConnection } from '../../test/support/recorded-connection'
import { fastClock, testClock } from '../../test/support/test-clock'
import { waitUntil } from '../../test/support/wait-until'
import { trackingCheck } from './tracking'

const generated = (name: string, column: string): string =>
  `create table ${name} (id int primary key, day date, doc json, v ${column}) engine = InnoDB`

const TABLES = [
  'create table changing (id int auto_increment primary key, n int) engine = InnoDB',
  'insert into changing (n) values (1), (2), (3)',
  `create table parted (id int primary key) engine = InnoDB partition by range (id) (
    partition p0 values less than (10), partition p1 values less than (20))`,
  'create table foreign_rows (id int primary key) engine = MyISAM',
  'create table merged (id int primary key) engine = MERGE union = (foreign_rows)',
  'create table listed (id int primary key) engine = MEMORY',
  'create view viewed as select * from changing',
  generated('stored_quotient', 'double as (id / 3) stored'),
  generated('product', 'int as (id * (id + 1)) virtual'),
  generated('choice', 'int as (case when (id > 3) then (id - 2) else coalesce(id, 0) end) virtual'),
  generated(
    'document',
    "varchar(20) as (lower(json_unquote(json_extract(doc, '$.name')))) virtual",
  ),
  generated('quotient', 'double as (id / 3) virtual'),
  generated('month', "varchar(20) as (concat(date_format(day, '%M'))) virtual"),
  generated('week', 'int as (week(day)) virtual'),
  generated('day_of_text', "datetime as (cast('10:00' as time)) virtual"),
  generated('day_of_literal', "datetime as (time'10:00') virtual"),
  generated('day_of_date', 'datetime as (cast(day as datetime)) virtual'),
  ...['datetime as (at)', 'varchar(30) as (concat(cast(at as datetime)))', 'int as (at > day)'].map(
    (column, i) =>
      `create table day_of_time_${i} (id int primary key, day date, at time, v ${column} virtual) engine = InnoDB`,
  ),
  'create table accelerated (id int primary key) engine = InnoDB /*!80013 secondary_engine = rapid */',
  'create table times (id int primary key, at time, v int as (hour(at)) stored) engine = InnoDB',
]

describeEachServer('mysql', 'a table', (server) => {
  let writer: Connection
  let reader: RecordedConnection
  let tables: SchemaService
  let url: string
  const clock = testClock()
  beforeAll(async () => {
    url = (await server.serve(TABLES)).url
    writer = await createConnection(url.replace(/^mariadb:/, 'mysql:'))
    await writer.query("set autocommit = 1, sql_mode = '', sql_select_limit = default")
    reader = recordedConnection(url, { now: fastClock })
    tables = createTableService(reader, reader.dialect, { now: clock.now })
  })
  afterAll(async () => {
    await writer.end()
    await reader.close()
  })

  const untilStable = (connection = reader): Promise<void> =>
    waitUntil(async () => {
      await connection.changes.refresh?.()
      return connection.changes.counter() !== undefined
    })
  const run = async (statements: readonly string[]): Promise<void> => {
    for (const statement of statements) await writer.query(statement)
  }

  it.each([
    ['changing', true],
    ['parted', true],
    ['foreign_rows', false],
    ['merged', false],
    ['listed', false],
    ['viewed', false],
    ['stored_quotient', true],
    ['product', server.name === 'mysql'],
    ['choice', server.name === 'mysql'],
    ['document', server.name === 'mysql'],
    ['quotient', false],
    ['month', false],
    ['week', false],
    // MySQL converts a time of day to a date by adding the current date.
    ['day_of_text', false],
    ['day_of_literal', false],
    ['day_of_date', server.name === 'mysql'],
    ['day_of_time_0', false],
    ['day_of_time_1', false],
    ['day_of_time_2', false],
    ['times', true],
    ['accelerated', server.name === 'mariadb'],
  ])('named %s is tracked: %s', async (name, isTracked) => {
    expect((await tables.schemaOf(name)).isTracked).toBe(isTracked)
  })

  if (server.name === 'mariadb') {
    it('that is a sequence, which InnoDB stores like a table, is not tracked', async () => {
      await run(['create sequence numbers engine = InnoDB'])
      const { builder } = reader
      const check = compile(builder.select(trackingCheck(builder, 'numbers')))
      expect((await reader.readRows(check)).map(([isTracked]) => Number(isTracked))).toEqual([0])
    })
  }

  it.each([
    ['one of another engine', ['alter table mutable engine = MyISAM']],
    [
      'another table by a rename',
      ['rename table mutable to gone', 'create table mutable (id int primary key) engine = MyISAM'],
    ],
    ['a view', ['drop table mutable', 'create view mutable as select id from foreign_rows']],
  ])(
    'that has become %s has no version although the catalogue cache describes it as an InnoDB table',
    async (_title, change) => {
      await run(['drop table if exists gone', 'create table mutable (id int primary key)'])
      clock.expireCaches()
      const query = { table: 'mutable', page: 1, limit: 10, filter: '', sort: [] }
      expect((await tables.schemaOf('mutable')).isTracked).toBe(true)
      await run(change)
      await untilStable()
      expect((await tables.query(query)).version).toBeUndefined()
      await run(['drop view if exists mutable', 'drop table if exists mutable'])
    },
  )

  it.each([
    ['one table', 'select on changing'],
    ['one column', 'select (id) on changing'],
  ])('is tracked for a user who may only read %s', async (_title, grant) => {
    const user = `tracked_${process.pid}`
    const limited = new URL(url)
    limited.username = user
    limited.password = 'pw'
    await run([`create user ${user}@'%' identified by 'pw'`, `grant ${grant} to ${user}@'%'`])
    // The counters are read with `group_concat`, whose result is longer than this limit.
    const [[was]] = await writer.query<RowDataPacket[]>('select @@group_concat_max_len as length')
    await writer.query('set global group_concat_max_len = 4')
    const connection = recordedConnection(limited.href, { now: fastClock })
    try {
      const service = createTableService(connection, connection.dialect)
      expect((await service.schemaOf('changing')).isTracked).toBe(true)
      await untilStable(connection)
      const query = { table: 'changing', page: 1, limit: 10, filter: '', sort: [] }
      await waitUntil(async () => (await service.query(query)).version !== undefined)
    } finally {
      await connection.close()
      await writer.query('set global group_concat_max_len = ?', [was?.['length']])
      await run([`drop user ${user}@'%'`])
    }
  })
})
