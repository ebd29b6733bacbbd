/**
 * Settings of the server that its administrator has changed, or sets at the start of each session. No
 * response depends on them.
 *
 * @quiet Other tests of the server would have these settings too.
 */
import { createConnection, type Connection, type RowDataPacket } from 'mysql2/promise'
import { openDatabase } from '../../src'
import { describeEachServer, describeOneServer } from '../../test/support/describe-each-server'
import { effort } from '../../test/support/effort'
import { startTestApp } from '../../test/support/test-app'
import { waitUntil } from '../../test/support/wait-until'

describeOneServer('mysql', 'a setting of the server', (server) => {
  /** `init_connect` is not for administrators. */
  const user = `reader_${process.pid}`
  let admin: Connection
  beforeAll(async () => {
    admin = await createConnection(server.url.href.replace(/^mariadb:/, 'mysql:'))
    await admin.query(`create user '${user}' identified by 'reader'`)
    await admin.query(`grant select on *.* to '${user}'`)
  })
  afterAll(async () => {
    await admin.query(`drop user '${user}'`)
    await admin.end()
  })

  const asReader = (url: URL): void => {
    url.username = user
    url.password = 'reader'
  }

  const withSetting = async (
    name: string,
    value: string | number,
    test: () => Promise<void>,
  ): Promise<void> => {
    await admin.query(`set @original = @@global.${name}`)
    await admin.query(`set global ${name} = ?`, [value])
    try {
      await test()
    } finally {
      await admin.query(`set global ${name} = @original`)
    }
  }

  it.each([
    'set names latin1',
    ...effort([], ['set names utf8', 'set character_set_results = binary']),
  ])('does not change text: init_connect = %s', async (statement) => {
    await withSetting('init_connect', statement, async () => {
      const app = await server.serve(
        [
          'create table texts (id integer primary key, t varchar(20) character set utf8mb4)',
          "insert into texts values (1, 'École 😀'), (2, 'plain')",
        ],
        asReader,
      )
      for (const filter of ['', 'éCOLE', '😀']) {
        const path = `query?table=texts&limit=1&filter=${encodeURIComponent(filter)}`
        expect((await app.get(path)).text).toMatch(/^\{"data":\[\{"id":1,"t":"École 😀"\}\]/)
      }
    })
  })

  it('does not change the order of JSON: init_connect = set collation_connection = utf8mb4_bin', async () => {
    const order = async (): Promise<string> => {
      const create = 'create table documents (id integer primary key, t json)'
      const insert = `insert into documents values (1, '"b"'), (2, '"C"'), (3, '"a"')`
      const app = await server.serve([create, insert], asReader)
      return (await app.get('query?table=documents&columns=id&sort=t:asc')).text
    }
    const expected = await order()
    await withSetting('init_connect', 'set collation_connection = utf8mb4_bin', async () => {
      expect(await order()).toBe(expected)
    })
  })

  it('does not change a search of texts that are longer than a packet: max_allowed_packet', async () => {
    const url = await server.create([
      'create table lengthy (id int primary key, body longtext)',
      "insert into lengthy values (1, concat(repeat('aB', 600000), 'aKc ſ'))",
      "insert into lengthy values (2, concat(repeat('ab', 600000), 'ab'))",
    ])
    // A session keeps the packet size that the server has when the session begins.
    await withSetting('max_allowed_packet', 1_048_576, async () => {
      const app = await startTestApp(url)
      try {
        const filter = `filter=${encodeURIComponent('ba\u212aC S')}&filterColumns=body`
        const { text } = await app.get(`query?table=lengthy&columns=id&${filter}`)
        expect(text).toContain('"data":[{"id":1}]')
      } finally {
        await app.stop()
      }
    })
  })

  it('does not change which columns are JSON: sql_quote_show_create', async () => {
    await withSetting('sql_quote_show_create', 0, async () => {
      const app = await server.serve(
        ['create table documents (doc json)', `insert into documents values ('{"a": 1}')`],
        asReader,
      )
      expect((await app.get('query?table=documents')).text).toContain('[{"doc":{"a":1}}]')
    })
  })

  it('does not prevent reads of large tables: max_join_size', async () => {
    await withSetting('max_join_size', 500, async () => {
      const rows = Array.from({ length: 2000 }, (_, id) => `(${id}, 'x${id}', ${id % 7})`)
      const app = await server.serve(
        [
          'create table large (id integer primary key, t varchar(20), n integer)',
          `insert into large values ${rows.join()}`,
        ],
        asReader,
      )
      for (const page of ['', '&filter=x1', '&sort=n:asc', '&page=1500']) {
        const { status } = await app.get(`query?table=large&limit=1${page}`)
        expect([page, status]).toEqual([page, 200])
      }
    })
  })

  if (server.name === 'mariadb')
    it('does not change what a search finds: default_regex_flags', async () => {
      await withSetting('default_regex_flags', 'EXTENDED', async () => {
        const app = await server.serve(
          [
            'create table texts (id integer primary key, t varchar(20))',
            "insert into texts values (1, 'a B'), (2, 'ab'), (3, 'a#b')",
          ],
          asReader,
        )
        expect((await app.get('query?table=texts&filter=A%20b')).text).toContain(
          '[{"id":1,"t":"a B"}]',
        )
        expect((await app.get('query?table=texts&filter=A%23B')).text).toContain(
          '[{"id":3,"t":"a#b"}]',
        )
      })
    })

  it('does not prevent the start: the smallest sort_buffer_size', async () => {
    await withSetting('sort_buffer_size', 1024, async () => {
      const app = await server.serve(
        ['create table one (id integer primary key)', 'insert into one values (1)'],
        asReader,
      )
      expect((await app.get('tables')).text).toBe('["one"]')
      expect((await app.get('tables/one')).status).toBe(200)
      expect((await app.get('query?table=one')).text).toContain('[{"id":1}]')
    })
  })

  it('does not close connections between two requests: wait_timeout', async () => {
    await withSetting('wait_timeout', 1, async () => {
      const app = await server.serve(['create table one (id integer primary key)'], asReader)
      const openConnections = async (): Promise<RowDataPacket[]> => {
        const [rows] = await admin.query<RowDataPacket[]>(
          'select id, time from information_schema.processlist where db = ?',
          [new URL(app.url).pathname.slice(1)],
        )
        return rows
      }
      const idsOf = (rows: RowDataPacket[]): unknown[] => rows.map((row) => row['id'] as unknown)
      await app.get('query?table=one')
      // The catalogue is read on two connections; the second one may open after the response.
      await waitUntil(async () => (await openConnections()).length === 2)
      const before = await openConnections()
      // Longer than the server's own timeout.
      await waitUntil(async () => {
        const now = await openConnections()
        expect(idsOf(now)).toEqual(idsOf(before))
        return now.every((row) => Number(row['time']) > 1)
      })
    })
  })

  it.each(effort(['many'], ['many', 'many_view']))(
    'does not end the service: max_prepared_stmt_count, %s',
    async (table) => {
      // The services of the tests before have prepared statements too.
      const [status] = await admin.query<RowDataPacket[]>(
        "show global status like 'Prepared_stmt_count'",
      )
      const room = 25
      await withSetting(
        'max_prepared_stmt_count',
        Number(status[0]?.['Value']) + room,
        async () => {
          const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
          const app = await server.serve(
            [
              `create table many (id integer primary key, ${names.map((name) => `${name} integer`).join()})`,
              'insert into many (id) values (1)',
              'create view many_view as select * from many',
            ],
            asReader,
          )
          // Each list of columns is another statement.
          const lists = Array.from({ length: 2 ** names.length - 1 }, (_, index) =>
            names.filter((_name, bit) => ((index + 1) >> bit) % 2 === 1).join(),
          )
          const read = async (client: number): Promise<void> => {
            for (const list of lists.filter((_, index) => index % 5 === client)) {
              const { status } = await app.get(`query?table=${table}&columns=${list}`)
              expect([list, status]).toEqual([list, 200])
            }
          }
          await Promise.all([0, 1, 2, 3, 4].map(read))
        },
      )
    },
  )
})

describeEachServer('mysql', 'the service', (server) => {
  it('shows that the replication of a named connection has stopped', async () => {
    const [start, end] =
      server.name === 'mariadb'
        ? ["change master 'other' to master_host = '127.0.0.1'", "reset slave 'other' all"]
        : [
            "change replication source to source_host = '127.0.0.1' for channel 'other'",
            "reset replica all for channel 'other'",
          ]
    const { url } = await server.serve(['create table one (id integer primary key)'])
    const admin = await createConnection(url.replace(/^mariadb:/, 'mysql:'))
    await admin.query(start)
    try {
      await expect(openDatabase(url, { maxReplicaLag: 1000 })).rejects.toThrow(
        'it lags by more than 1000 ms',
      )
    } finally {
      await admin.query(end)
      await admin.end()
    }
  })
})
