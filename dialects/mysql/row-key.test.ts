/** Each row is on exactly one page, even with long values and without an enforced key. */
import { describeEachServer } from '../../test/support/describe-each-server'
import { effort } from '../../test/support/effort'
import type { TestApp } from '../../test/support/test-app'

const USER = `sorting_${process.pid}`

describeEachServer('mysql', 'the row order', (server) => {
  /** Reads the column `v` of all pages, page by page. */
  const walk = async (app: TestApp, query: string, limit: number): Promise<unknown[]> => {
    const found: unknown[] = []
    for (let page = 1, pages = 1; page <= pages; page++) {
      const { status, text } = await app.get(
        `query?columns=v&limit=${limit}&page=${page}&table=${query}`,
      )
      expect([status, status === 200 ? '' : text]).toEqual([200, ''])
      const { data, pagination } = JSON.parse(text) as {
        data: { v: unknown }[]
        pagination: { totalPages: number }
      }
      pages = pagination.totalPages
      found.push(...data.map(({ v }) => v))
    }
    return found
  }

  it('does not depend on the key of a MERGE table, whose tables can contain equal keys', async () => {
    const columns = 'id int not null primary key, v int not null, t varchar(9) not null, unique (v)'
    const app = await server.serve([
      `create table first (${columns}) engine = myisam`,
      `create table second (${columns}) engine = myisam`,
      "insert into first values (1, 1, 'a'), (2, 2, 'a'), (3, 3, 'a')",
      "insert into second values (1, 10, 'a'), (2, 20, 'a'), (3, 3, 'b')",
      `create table both_of_them (${columns}) engine = merge union = (first, second)`,
    ])
    const values = [1, 10, 2, 20, 3, 3]
    for (const limit of [1, 4, 10]) {
      expect(await walk(app, 'both_of_them', limit)).toEqual(values)
      expect(await walk(app, 'both_of_them&filter=A', limit)).toEqual(values.slice(0, 5))
      expect(await walk(app, 'both_of_them&sort=id:desc', limit)).toEqual([3, 3, 20, 2, 10, 1])
    }
  })

  it('distinguishes rows that are equal in the bytes that a sort of the server compares', async () => {
    const ROWS = 300
    const numbers = `with recursive n(i) as (select 0 union all select i + 1 from n where i < ${ROWS - 1})`
    const app = await server.serve([
      'create table keyless (t longtext, v longtext)',
      `insert into keyless ${numbers} select 'x', concat(repeat(substr('xwvutsr', 1 + i % 7, 1), 5000), i) from n`,
      'create table with_bytes (v longblob)',
      `insert into with_bytes ${numbers} select concat(repeat(substr('xwvutsr', 1 + i % 7, 1), 5000), i) from n`,
      'create table with_json (v json)',
      `insert into with_json ${numbers} select concat('"', repeat(substr('xwvutsr', 1 + i % 7, 1), 5000), i, '"') from n`,
      `create table long_key (k varchar(700) not null primary key, v int) character set utf8mb4`,
      `insert into long_key ${numbers} select concat(repeat(substr('xwvutsr', 1 + i % 7, 1), 690), i), i from n`,
    ])
    const queries = ['keyless', 'keyless&sort=t:desc', 'with_bytes', 'with_json']
    for (const query of [...queries, 'long_key', 'long_key&sort=k:desc', 'long_key&filter=7']) {
      const found = await walk(app, query, effort(100, 29))
      const rows = query.endsWith('7') ? 57 : ROWS
      expect([query, new Set(found).size, found.length]).toEqual([query, rows, rows])
    }
  })

  it('is the same on all pages for long texts of different lengths', async () => {
    const ROWS = effort(300, 1000)
    const numbers = `with recursive n(i) as (select 0 union all select i + 1 from n where i < ${ROWS - 1})`
    // Texts differ before and after the last character that a sort compares, or are shorter.
    const length = 'case i % 4 when 0 then i when 1 then 240 + i % 20 else 990 + i % 40 end'
    const text = `concat(repeat('a', ${length}), repeat('b', (i * 7919) % ${ROWS}), '#', i)`
    const app = await server.serve([
      'create table texts (t longtext, v int)',
      `insert into texts ${numbers} select ${text}, i from n`,
      'create table short_texts (v int primary key, t varchar(5000) collate utf8mb4_general_ci)',
      'insert into short_texts select v, t from texts',
      'create table wide_texts (v int primary key, t longtext character set utf16)',
      'insert into wide_texts select v, t from texts',
      'create table other_texts (v int primary key, t text collate utf8mb4_unicode_ci)',
      'insert into other_texts select v, t from texts',
      'create table latin_texts (v int primary key, t text character set latin1)',
      'insert into latin_texts select v, t from texts',
      'create table with_bytes (t longblob, v int)',
      'insert into with_bytes select t, v from texts',
      'create table documents (t json, v int)',
      `insert into documents select json_quote(t), v from texts`,
      'create view seen as select * from documents',
      'create table long_keys (k varchar(700) primary key, w int, v int)',
      `insert into long_keys ${numbers}
       select concat(repeat('a', 240 + i % 40), repeat('b', (i * 7919) % 350), '#', i), i % 3, i from n`,
      'create table unique_texts (id int primary key, t varchar(700) not null unique, v int)',
      'insert into unique_texts select v, k, v from long_keys',
    ])
    const repeated: unknown[] = []
    const keyed = ['short_texts', 'wide_texts', 'other_texts', 'latin_texts']
    for (const table of ['texts', ...keyed, 'unique_texts', 'with_bytes', 'documents', 'seen']) {
      for (const sort of ['', '&sort=t:asc', '&sort=t:desc']) {
        const found = await walk(app, table + sort, effort(100, 50))
        if (new Set(found).size < found.length) repeated.push([table, sort, new Set(found).size])
      }
    }
    for (const query of ['', '&sort=w:asc', '&sort=k:desc', '&sort=w:desc,k:asc', '&filter=b']) {
      const found = await walk(app, `long_keys${query}`, effort(100, 50))
      if (new Set(found).size < found.length) repeated.push([query, new Set(found).size])
    }
    expect(repeated).toEqual([])
  }, 60_000)

  it.each([20, 300])(
    'can consist of %i long texts, which exceed the sort buffer',
    async (count) => {
      const rows = effort(150, 300)
      const names = Array.from({ length: count }, (_, index) => `c${index}`)
      const app = await server.serve(
        [
          `create table wide (${names.map((name) => `${name} longtext`).join(', ')}, v int) engine = myisam`,
          `insert into wide
           with recursive n(i) as (select 1 union all select i + 1 from n where i < ${rows})
           select ${names.map((_, index) => `repeat(char(97 + (i + ${index}) % 7), ${count === 20 ? 3000 : 30})`).join(', ')}, i from n`,
          `create user ${USER}_${count}@'%' identified by 'pw'`,
          `grant select on wide to ${USER}_${count}@'%'`,
        ],
        // The app must enlarge the buffer, which needs no privileges.
        (url) => {
          url.username = `${USER}_${count}`
          url.password = 'pw'
        },
        { poolSize: 1 },
      )
      const found = await walk(app, 'wide', rows / 3)
      expect([new Set(found).size, found.length]).toEqual([rows, rows])
      const sort = names.map((name) => `${name}:asc`).join()
      expect(await walk(app, `wide&sort=${sort}`, rows / 3)).toEqual(found)
      expect(await walk(app, 'wide&filter=aaa', rows / 2)).toEqual(found)
    },
  )

  it.each([
    "set('', 'a', 'b')",
    "set('e', 'é', 'b')",
    "enum('a', 'A', 'b')",
    "enum('e', 'é', 'b') collate utf8mb4_general_ci",
    "enum('i', 'y', 'b') collate utf8mb4_lithuanian_ci",
    "enum('u', 'v', 'b') collate utf8mb4_roman_ci",
  ])('has no key whose different values are equal as texts: %s', async (type) => {
    const rows = Array.from({ length: 800 }, (_, i) => `(${i % 4}, ${i >> 2}, 'x', ${i})`)
    const app = await server.serve([
      "set sql_mode = ''",
      `create table confusing (e ${type} not null, n int not null, t varchar(9), v int,
        primary key (e, n)) character set utf8mb4`,
      `insert into confusing values ${rows.join()}`,
    ])
    const found = await walk(app, 'confusing&filter=x', effort(100, 50))
    expect(found).toHaveLength(800)
    expect(new Set(found).size).toBe(800)
  })

  it('distinguishes 0 and -0 in a table without a key', async () => {
    const zeros = Array.from({ length: 400 }, (_, i) =>
      (i * 7) % 13 < 6 ? "(cast('-0' as double))" : '(0e0)',
    )
    const app = await server.serve([
      'create table zeros (v double)',
      `insert into zeros values ${zeros.join()}`,
    ])
    const negative = async (limit: number): Promise<number> => {
      let found = 0
      for (let page = 1; page <= Math.ceil(zeros.length / limit); page++) {
        const { text } = await app.get(`query?table=zeros&limit=${limit}&page=${page}`)
        found += text.match(/:-0/g)?.length ?? 0
      }
      return found
    }
    const stored = await negative(zeros.length)
    // MariaDB stores 0 for all.
    expect(stored).toBe(server.name === 'mariadb' ? 0 : 185)
    for (const limit of effort([30], [7, 10])) expect(await negative(limit)).toBe(stored)
  })
})
