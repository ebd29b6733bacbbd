import { describeEachServer } from '../../test/support/describe-each-server'
import { hasMysqlVectors } from '../../test/engines/mysql/differences'
import type { TestApp } from '../../test/support/test-app'
import mysql from '.'

const READER = `reader_${process.pid}`

const STATEMENTS = [
  'create table unchecked (doc json)',
  // Only MariaDB can disable the check.
  "set sql_mode = '' /*M! , check_constraint_checks = 0 */",
  "insert into unchecked select null /*M! union all select '{' */",
  'create table with_json (doc json)',
  `insert into with_json values ('{"a": 1}')`,
  'create table with_text (doc longtext)',
  "insert into with_text values ('not JSON')",
  'create table fractions (id int primary key, a datetime(3), b datetime(6))',
  `insert into fractions values (1, '2024-00-10 01:02:03.5', '2024-03-00 01:02:03.120'),
    (2, '0000-00-00 00:00:00', '2024-03-00 01:02:03')`,
  "set sql_mode = ''",
  'create table plain (id int primary key, secret text, shown text)',
  "insert into plain values (1, 's', 'one'), (2, 't', 'two')",
  'create view a_view as select id, shown from plain',
  `create table typed (id int primary key, ub bigint unsigned, f float, ok boolean, b1 bit(1), b12 bit(12),
    z date, zt datetime, ti time, y year, j json, bl blob, s set('x', 'y'), g point, c char(5),
    l1 varchar(20) character set latin1, u16 varchar(20) character set utf16,
    ci varchar(20) character set utf8mb4 collate utf8mb4_general_ci, twice int as (id * 2))`,
  `insert into typed (id, ub, f, ok, b1, b12, z, zt, ti, y, j, bl, s, g, c, l1, u16, ci) values
    (1, 18446744073709551615, 0.1, 1, b'1', b'101', '2024-02-00', '0000-00-00', '-300:00:00', 2024,
     '{"a" : 12345678901234567890}', x'00ff', 'x,y', st_geomfromtext('POINT(1 2)'), 'ab',
     'École', 'École', 'École'),
    (2, null, 16777216, 5, b'0', null, '2024-02-29', '2024-02-29 01:02:03', '838:59:59', 0,
     'null', '', '', null, null, 'ecole', 'ecole', 'ecole')`,
]

it.each([
  ['Name', 'NAME', true],
  ['éTÉ', 'ete', true],
  ['name', 'names', false],
])('compares the column names %j and %j as equal: %s', (requested, actual, isSame) => {
  expect(mysql.foldColumnName(requested) === mysql.foldColumnName(actual)).toBe(isSame)
})

it.each([
  ['ÉTÉ', 'été', true],
  ['été', 'ete', false],
  ['ete', 'ete\u0301', false],
  ['İL', 'il', true],
  ['ΣΑΣ', 'σασ', true],
])('compares the table names %j and %j as equal: %s', (requested, actual, isSame) => {
  expect(mysql.foldTableName(requested) === mysql.foldTableName(actual)).toBe(isSame)
})

describeEachServer('mysql', 'the catalogue', (server) => {
  let app: TestApp
  beforeAll(async () => {
    app = await server.serve(STATEMENTS)
  })

  const data = async (query: string): Promise<unknown> => {
    const { text } = await app.get(`query?${query}`)
    return (JSON.parse(text) as { data?: unknown }).data ?? text
  }

  it('encodes cells of every type', async () => {
    const { text } = await app.get('query?table=typed')
    expect(text).toContain(
      '{"id":1,"ub":"18446744073709551615","f":0.1,"ok":true,"b1":true,"b12":"000000000101",' +
        '"z":"2024-02-00","zt":"0000-00-00 00:00:00","ti":"-300:00:00","y":2024,' +
        '"j":{"a":12345678901234567890},"bl":"AP8=","s":"x,y","g":"POINT(1 2)","c":"ab",' +
        '"l1":"École","u16":"École","ci":"École","twice":2}',
    )
    expect(text).toContain(
      '{"id":2,"ub":null,"f":16777216,"ok":5,"b1":false,"b12":null,' +
        '"z":"2024-02-29","zt":"2024-02-29T01:02:03","ti":"838:59:59","y":0,"j":null,"bl":"","s":""',
    )
  })

  it('distinguishes JSON from a text column of the same name', async () => {
    expect((await app.get('query?table=with_json')).text).toContain('[{"doc":{"a":1}}]')
    expect((await app.get('query?table=with_text')).text).toContain('[{"doc":"not JSON"}]')
    expect(await data('table=with_text&filter=json')).toEqual([{ doc: 'not JSON' }])
    expect(await data('table=with_json&filter=a')).toEqual([])
  })

  it('prints fractions without trailing zeros, also of dates whose parts are zero', async () => {
    expect(await data('table=fractions')).toEqual([
      { id: 1, a: '2024-00-10 01:02:03.5', b: '2024-03-00 01:02:03.12' },
      { id: 2, a: '0000-00-00 00:00:00', b: '2024-03-00 01:02:03' },
    ])
  })

  it('returns texts that are not JSON as strings, in a column whose check was disabled', async () => {
    const { text } = await app.get('query?table=unchecked')
    const rows = server.name === 'mariadb' ? [{ doc: null }, { doc: '{' }] : [{ doc: null }]
    expect(JSON.parse(text)).toMatchObject({ data: rows })
  })

  it.each(['l1', 'u16', 'ci'])(
    'searches %s independently of its character set and collation',
    async (column) => {
      const search = (filter: string): Promise<unknown> =>
        data(`table=typed&columns=id&filterColumns=${column}&filter=${encodeURIComponent(filter)}`)
      expect(await search('éCOLE')).toEqual([{ id: 1 }])
      expect(await search('ECOLE')).toEqual([{ id: 2 }])
    },
  )

  it('matches a column name in any case and returns the declared name', async () => {
    expect(await data('table=plain&columns=ID&sort=Id:desc')).toEqual([{ id: 2 }, { id: 1 }])
  })

  it('shows a user the tables and columns that their role may read', async () => {
    const [user, role] = [`${READER}_with_role_${server.name}`, `${READER}_role_${server.name}`]
    const restricted = await server.serve(
      [
        'create table plain (id int, secret int)',
        'create table other (id int)',
        `create user ${user}@'%' identified by 'pw'`,
        `create role ${role}`,
        `grant select (id) on plain to ${role}`,
        `grant ${role} to ${user}@'%'`,
        `set default role ${role} ${server.name === 'mysql' ? 'to' : 'for'} ${user}@'%'`,
      ],
      (url) => {
        url.username = user
        url.password = 'pw'
      },
    )
    expect((await restricted.get('tables')).text).toBe('["plain"]')
    expect((await restricted.get('query?table=plain')).text).toContain('"columns":["id"]')
  })

  it('supports types and tables that only one of the two servers has', async () => {
    const statements =
      server.name === 'mysql'
        ? [
            'create table own (id int primary key /*!90000 , v vector(3) */)',
            "insert into own values (1 /*!90000 , string_to_vector('[1, 0.1, -3e10]') */)",
          ]
        : [
            'create table own (id int primary key, u uuid, a inet6) with system versioning',
            "insert into own values (1, 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11', '::1')",
            'create sequence counter',
          ]
    const own = await server.serve(statements)
    expect((await own.get('tables')).text).toBe('["own"]')
    const vector = (await hasMysqlVectors(server.url)) ? ',"v":"[1,0.1,-30000001000]"' : ''
    const { text } = await own.get('query?table=own')
    expect(text).toContain(
      server.name === 'mysql'
        ? `"data":[{"id":1${vector}}]`
        : '"data":[{"id":1,"u":"a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11","a":"::1"}]',
    )
  })

  it('lists invisible columns, but no view of a dropped table', async () => {
    const odd = await server.serve([
      'create table partly (id int primary key, hidden int default 7 invisible)',
      'insert into partly (id) values (1)',
      'create table gone (a int)',
      'create view broken as select a from gone',
      'drop table gone',
    ])
    expect((await odd.get('tables')).text).toBe('["partly"]')
    expect((await odd.get('query?table=broken')).status).toBe(404)
    expect((await odd.get('query?table=partly')).text).toContain('[{"id":1,"hidden":7}]')
  })

  it('sorts by the column of a view, independently of the selected columns', async () => {
    const named = await server.serve([
      'create table t (id varchar(40) primary key, a int, cell bigint, total int)',
      "insert into t values ('b', 1, -1, 0), ('a', 2, -9, 1), ('c', 0, 5, 2)",
      'create view v as select * from t',
    ])
    for (const sort of ['cell:asc', 'cell:asc,a:asc', 'total:desc']) {
      const { text } = await named.get(`query?table=v&columns=a,id&filterColumns=id&sort=${sort}`)
      const { data } = JSON.parse(text) as { data: { id: string }[] }
      expect([sort, data.map(({ id }) => id).join('')]).toEqual([
        sort,
        sort === 'total:desc' ? 'cab' : 'abc',
      ])
    }
  })

  it('sorts by columns of JSON, shapes, bytes, sets, bits and dates', async () => {
    for (const column of ['j', 'g', 'bl', 's', 'b12', 'z']) {
      expect((await app.get(`query?table=typed&sort=${column}:desc`)).status).toBe(200)
    }
  })

  it('shows a restricted user only the granted tables and columns', async () => {
    const user = `${READER}_${server.name}`
    const restricted = await server.serve(
      [
        ...STATEMENTS,
        `create user ${user}@'%' identified by 'pw'`,
        `grant select (id, shown) on plain to ${user}@'%'`,
        `grant insert on typed to ${user}@'%'`,
      ],
      (url) => {
        url.username = user
        url.password = 'pw'
      },
    )
    expect((await restricted.get('tables')).text).toBe('["plain"]')
    const { text } = await restricted.get('query?table=plain')
    expect(text).toContain('[{"id":1,"shown":"one"},{"id":2,"shown":"two"}]')
    expect((await restricted.get('query?table=plain&columns=secret')).status).toBe(400)
    expect((await restricted.get('query?table=typed')).status).toBe(404)
  })

  it('refuses the option schemas', async () => {
    await expect(server.serve([], undefined, { schemas: ['a'] })).rejects.toHaveProperty(
      'message',
      'schemas cannot be used with a mysql database',
    )
  })
})
