/** Why MySQL and MariaDB have no change detection: a user can read no value that every write changes. */
import { createConnection, type Connection, type RowDataPacket } from 'mysql2/promise'
import { describeEachServer } from '../../test/support/describe-each-server'

interface Reading {
  readonly rows: number
  readonly token: string
}

describeEachServer('mysql', 'change detection', (server) => {
  let connection: Connection
  beforeAll(async () => {
    const { url } = await server.serve([
      'create table changing (id int auto_increment primary key)',
    ])
    connection = await createConnection(url.replace(/^mariadb:/, 'mysql:'))
    await connection.query('set autocommit = 1')
  })
  afterAll(() => connection.end())

  const reading = async (token: string): Promise<Reading> => {
    const [[row]] = await connection.query<RowDataPacket[]>(
      `select (select count(*) from changing) as amount, (${token}) as token`,
    )
    return { rows: Number(row?.['amount']), token: JSON.stringify(row?.['token']) }
  }

  const insert = (): Promise<unknown> => connection.query('insert into changing values ()')

  it('cannot be the set of logged transactions, because not all are logged', async () => {
    const logged = server.name === 'mysql' ? '@@global.gtid_executed' : '@@global.gtid_binlog_pos'
    const before = await reading(logged)
    await connection.query('set sql_log_bin = 0')
    await insert()
    await connection.query('set sql_log_bin = 1')
    const after = await reading(logged)
    expect(after.rows).toBe(before.rows + 1)
    expect(after.token).toBe(before.token)
  })

  it('cannot be the time of the last change, which is in whole seconds', async () => {
    const time = `select max(update_time) from information_schema.tables
      where table_schema = database() and table_name = 'changing'`
    if (server.name === 'mysql') await connection.query('set information_schema_stats_expiry = 0')
    // Two inserts may fall into different seconds, and MySQL returns NULL at first.
    for (let tries = 0; tries < 20; tries++) {
      await insert()
      const before = await reading(time)
      await insert()
      const after = await reading(time)
      expect(after.rows).toBe(before.rows + 1)
      if (before.token !== 'null' && after.token === before.token) return
    }
    throw new Error('every insert changed the time of the last change')
  })
})
