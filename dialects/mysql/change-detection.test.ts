/**
 * The counters of InnoDB change after every write to a table, but other values of the servers do not.
 *
 * @quiet A write to any database of the server changes the counters.
 */
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { createConnection, type Connection, type RowDataPacket } from 'mysql2/promise'
import { describeEachServer } from '../../test/support/describe-each-server'
import { recordedConnection, type RecordedConnection } from '../../test/support/recorded-connection'
import { fastClock } from '../../test/support/test-clock'
import { waitUntil } from '../../test/support/wait-until'

const TABLES = [
  'create table changing (id int auto_increment primary key, n int) engine = InnoDB',
  'insert into changing (n) values (1), (2), (3)',
  'create table other (id int auto_increment primary key, n int) engine = InnoDB',
  `create table parted (id int primary key, n int) engine = InnoDB partition by range (id) (
    partition p0 values less than (10), partition p1 values less than (20))`,
  'create table part (id int primary key, n int) engine = InnoDB',
  'insert into part values (1, 1)',
  'create table replaced (id int primary key) engine = InnoDB',
]

/** An XA transaction, whose identifier is valid on the whole server. */
const XA = `'tablequery_${process.pid}'`
const preparedInsert = (n: number): string[] => [
  `xa start ${XA}`,
  `insert into changing (n) values (${n})`,
  `xa end ${XA}`,
  `xa prepare ${XA}`,
]

const OF_MARIADB = [
  'create table versioned (id int primary key) engine = InnoDB with system versioning',
  'insert into versioned values (1)',
]

describeEachServer('mysql', 'change detection', (server) => {
  let writer: Connection
  let reader: RecordedConnection
  let url: string
  beforeAll(async () => {
    const own = server.name === 'mariadb' ? OF_MARIADB : []
    url = (await server.serve([...TABLES, ...own])).url
    writer = await createConnection(url.replace(/^mariadb:/, 'mysql:'))
    await writer.query("set autocommit = 1, sql_mode = '', sql_select_limit = default")
    reader = recordedConnection(url, { now: fastClock })
  })
  afterAll(async () => {
    await writer.end()
    await reader.close()
  })

  const counter = async (): Promise<string | undefined> => {
    await reader.changes.refresh?.()
    return reader.changes.counter()
  }
  const stableCounter = async (): Promise<string> => {
    let current: string | undefined
    await waitUntil(async () => (current = await counter()) !== undefined)
    return String(current)
  }
  const run = async (statements: readonly string[]): Promise<void> => {
    for (const statement of statements) await writer.query(statement)
  }

  it('has a counter that does not change while nothing is written', async () => {
    // Background threads of the server may still work on the new tables.
    await waitUntil(async () => {
      const first = await stableCounter()
      for (let reading = 0; reading < 20; reading++) {
        await writer.query('select count(*), sum(n) from changing')
        await writer.query('flush status')
        if ((await counter()) !== first) return false
      }
      return true
    })
  })

  it.each([
    ['insert', ['insert into changing (n) values (4)']],
    ['update', ['update changing set n = n + 1 where id = 1']],
    ['delete', ['delete from changing where id = 2']],
    ['transaction', ['begin', 'insert into changing (n) values (5)', 'commit']],
    ['rollback', ['begin', 'insert into changing (n) values (6)', 'rollback']],
    ['XA transaction', [...preparedInsert(7), `xa commit ${XA}`]],
    ['truncate', ['truncate table other']],
    ['added column', ['alter table other add column extra int']],
    ['added index', ['alter table other add index (n)']],
    ['dropped index', ['alter table other drop index n']],
    ['rename', ['rename table changing to x, other to changing, x to other']],
    ['exchanged partition', ['alter table parted exchange partition p0 with table part']],
    ['truncated partition', ['alter table parted truncate partition p0']],
    ['dropped partition', ['alter table parted drop partition p1']],
    ['other engine', ['alter table part engine = MyISAM']],
    ['view in place of a table', ['drop table replaced', 'create view replaced as select 1 as id']],
    [
      'write that is not in the binary log',
      ['set sql_log_bin = 0', 'insert into changing (n) values (9)'],
    ],
  ])('changes the counter after: %s', async (_title, statements) => {
    const before = await stableCounter()
    await run(statements)
    expect(await counter()).not.toBe(before)
    expect(await stableCounter()).not.toBe(before)
  })

  it('changes the counter after only the second phase of an XA transaction', async () => {
    await run(preparedInsert(8))
    try {
      const before = await stableCounter()
      await run([`xa commit ${XA}`])
      expect(await counter()).not.toBe(before)
    } finally {
      // A prepared transaction would outlive its connection, and keep its locks.
      await writer.query(`xa rollback ${XA}`).catch(() => undefined)
    }
  })

  it('reads the counters once for all statements that end during an earlier reading', async () => {
    await stableCounter()
    const selects = async (): Promise<number> => {
      const [[row]] = await writer.query<RowDataPacket[]>("show global status like 'Com_select'")
      return Number(row?.['Value'])
    }
    const before = await selects()
    await Promise.all(Array.from({ length: 100 }, () => counter()))
    expect((await selects()) - before).toBeLessThan(80)
  })

  it('has no counter behind a proxy that greets with its own thread number', async () => {
    const proxy = createServer(withOtherThreadNumber(server.url)).listen(0, '127.0.0.1')
    await once(proxy, 'listening')
    const behind = new URL(url)
    behind.port = String((proxy.address() as AddressInfo).port)
    const connection = recordedConnection(behind.href, { now: fastClock })
    await stableCounter()
    for (let reading = 0; reading < 20; reading++) {
      await connection.changes.refresh?.()
      expect(connection.changes.counter()).toBeUndefined()
      await delay(5)
    }
    await connection.close()
    proxy.close()
  })

  if (server.name === 'mysql') {
    it('has no counter while the redo log is disabled', async () => {
      const before = await stableCounter()
      await run(['alter instance disable innodb redo_log'])
      expect(await counter()).toBeUndefined()
      await run(['truncate table other', 'alter instance enable innodb redo_log'])
      expect(await stableCounter()).not.toBe(before)
    })

    it('changes the counter if the redo log was disabled between two readings', async () => {
      const before = await stableCounter()
      await run(['alter instance disable innodb redo_log', 'truncate table other'])
      await run(['alter instance enable innodb redo_log'])
      expect(await counter()).not.toBe(before)
    })
  } else {
    const status = async (name: string): Promise<number> => {
      const [[row]] = await writer.query<RowDataPacket[]>(`show global status like '${name}'`)
      return Number(row?.['Value'])
    }

    it('does not read from the query cache', async () => {
      const results = await status('Qcache_queries_in_cache')
      await writer.query('select id from versioned where id > 0')
      expect(await status('Qcache_queries_in_cache')).toBe(results + 1)
      const hits = await status('Qcache_hits')
      for (let reads = 0; reads < 3; reads++) {
        await reader.readRows({ sql: 'select id from versioned', bindings: [] })
      }
      expect(await status('Qcache_hits')).toBe(hits)
    })

    it('reads the current rows of a table with system versioning', async () => {
      await writer.query("set global system_versioning_asof = '2020-01-01'")
      const later = recordedConnection(url)
      try {
        const rows = await later.readRows({ sql: 'select id from versioned', bindings: [] })
        expect(rows).toEqual([[1]])
      } finally {
        await writer.query('set global system_versioning_asof = default')
        await later.close()
      }
    })
  }

  interface Reading {
    readonly rows: number
    readonly token: string
  }

  const reading = async (token: string): Promise<Reading> => {
    const [[row]] = await writer.query<RowDataPacket[]>(
      `select (select count(*) from changing) as amount, (${token}) as token`,
    )
    return { rows: Number(row?.['amount']), token: JSON.stringify(row?.['token']) }
  }
  const insert = (): Promise<unknown> => writer.query('insert into changing (n) values (1)')

  it('cannot use the positions of the binary log, because not all writes are logged', async () => {
    const logged = server.name === 'mysql' ? '@@global.gtid_executed' : '@@global.gtid_binlog_pos'
    const before = await reading(logged)
    await writer.query('set sql_log_bin = 0')
    await insert()
    await writer.query('set sql_log_bin = 1')
    const after = await reading(logged)
    expect(after.rows).toBe(before.rows + 1)
    expect(after.token).toBe(before.token)
  })

  it('cannot use the time of the last change, which is in whole seconds', async () => {
    const time = `select max(update_time) from information_schema.tables
      where table_schema = database() and table_name = 'changing'`
    if (server.name === 'mysql') await writer.query('set information_schema_stats_expiry = 0')
    // Two inserts may be in different seconds, and MySQL returns NULL at first.
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

/** Forwards connections, and changes the thread number in the greeting of the server. */
function withOtherThreadNumber({ hostname, port }: URL): (client: Socket) => void {
  return (client) => {
    const upstream = connect(Number(port), hostname)
    client.on('error', () => upstream.destroy())
    upstream.on('error', () => client.destroy())
    client.pipe(upstream)
    upstream.once('data', (greeting: Buffer) => {
      // The thread number follows a header of 4 bytes, the protocol version, and the server version with a zero byte.
      const thread = greeting.indexOf(0, 5) + 1
      greeting.writeUInt32LE(greeting.readUInt32LE(thread) + 1_000_000, thread)
      client.write(greeting)
      upstream.pipe(client)
    })
  }
}
