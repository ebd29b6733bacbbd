/** Views whose values depend on settings, or whose columns the catalogue describes wrongly. */
import { hasMysqlVectors } from '../../test/engines/mysql/differences'
import { describeEachServer } from '../../test/support/describe-each-server'
import { effort } from '../../test/support/effort'

const ROWS = 200
const WORD = 'x'.repeat(90)

/** NULL is the smallest value. */
const NULL_ORDER = -1

/** A value as the JSON of a type, `bit(n)` or unsigned integer. */
function printed(type: string, value: bigint | null): unknown {
  if (value === null) return null
  if (type === 'bit(1)') return value === 1n
  const width = /^bit\((\d+)\)$/.exec(type)?.[1]
  if (width !== undefined) return value.toString(2).padStart(Number(width), '0')
  return value > Number.MAX_SAFE_INTEGER ? String(value) : Number(value)
}

describeEachServer('mysql', 'views', (server) => {
  it('return long texts of aggregates whole', async () => {
    const rows = Array.from({ length: ROWS }, (_, id) => `(${id}, '${WORD}')`)
    const app = await server.serve([
      'create table words (id int primary key, word varchar(100))',
      `insert into words values ${rows.join()}`,
      `create view joined as
        select group_concat(word) as words, json_arrayagg(word) as list from words`,
    ])
    const { text } = await app.get('query?table=joined')
    const { data } = JSON.parse(text) as { data: { words: string; list: unknown }[] }
    const list = data[0]?.list
    const words = Array.from({ length: ROWS }, () => WORD)
    expect(data[0]?.words).toBe(words.join())
    expect(typeof list === 'string' ? JSON.parse(list) : list).toEqual(words)
  })

  it('are searched where the reported collation is not that of the text', async () => {
    const app = await server.serve([
      'create table base (id int)',
      'insert into base values (1)',
      'create view converted as select char(65 using utf8mb4) as c from base',
    ])
    const { status, text } = await app.get('query?table=converted&filter=a')
    expect([status, JSON.parse(text)]).toMatchObject([200, { data: [{ c: 'A' }] }])
  })

  it('are searched in texts of every character set that a UNION combines', async () => {
    const app = await server.serve([
      'set names utf8mb4',
      'create table old (id int, name varchar(20) character set latin1)',
      'create table new (id int, name varchar(20) character set utf8mb4)',
      "insert into old values (1, 'École'), (2, 'Ecole')",
      "insert into new values (3, 'École'), (4, 'x')",
      'create view both_names as select id, name from old union all select id, name from new',
    ])
    for (const [filter, ids] of [
      ['École', [1, 3]],
      ['cole', [1, 2, 3]],
      ['K', []],
    ] as const) {
      const query = `query?table=both_names&columns=id&filter=${encodeURIComponent(filter)}`
      const { text } = await app.get(`${query}&sort=id:asc`)
      expect(JSON.parse(text)).toMatchObject({ data: ids.map((id) => ({ id })) })
    }
  })

  it.each(effort(['latin1', 'utf16'], ['latin1', 'cp1250', 'ucs2', 'utf16', 'utf8mb4']))(
    'return texts of a subquery whose character set is %s',
    async (characterSet) => {
      const app = await server.serve([
        'set names utf8mb4',
        `create table settings (note text, name varchar(500)) character set ${characterSet}`,
        "insert into settings values ('Übersicht', 'Größe')",
        'create table items (id int primary key)',
        'insert into items values (1), (2)',
        `create view described as
          select id, (select note from settings) as note, (select name from settings) as name from items`,
      ])
      const rows = [1, 2].map((id) => ({ id, note: 'Übersicht', name: 'Größe' }))
      for (const order of ['', '&sort=id:asc', '&sort=note:asc', '&filter=%C3%9CBER']) {
        const { text } = await app.get(`query?table=described${order}`)
        expect(JSON.parse(text)).toMatchObject({ data: rows })
      }
    },
  )

  it('return the bits of expressions, which servers send in several forms', async () => {
    const MAX = 2n ** 64n - 1n
    const values: readonly (readonly [expression: string, ...cells: (bigint | null)[]])[] = [
      ['b1', 1n, 0n, null],
      ['ifnull(b1, null)', 1n, 0n, null],
      ['coalesce(b1, b5)', 1n, 0n, 9n],
      ['coalesce(b5, b12)', 5n, 7n, 9n],
      ['if(id = 2, b5, b12)', 3077n, 7n, 300n],
      ['case when id < 3 then b8 end', 129n, 130n, null],
      ['nullif(b8, b5)', 129n, 130n, null],
      ['(select max(b5) from base)', 9n, 9n, 9n],
      ['(select min(b12) from base as z where z.id <= b.id)', 3077n, 261n, 261n],
      ['greatest(b5, b12)', 3077n, 261n, 300n],
      ['lead(b12) over (order by id)', 261n, 300n, null],
      ['if(id < 4, b64, b5)', MAX, 1n, null],
      ['b12 | b5', 3077n, 263n, 301n],
      ['whole', 4294967295n, 3n, null],
      ['large', MAX, 4n, null],
    ]
    const app = await server.serve([
      `create table base (id int primary key, b1 bit(1), b5 bit(5), b8 bit(8), b12 bit(12), b64 bit(64),
        whole int unsigned, large bigint unsigned)`,
      `insert into base values (1, 1, 5, 129, 3077, ~0, 4294967295, ~0),
        (2, 0, 7, 130, 261, 1, 3, 4), (3, null, 9, null, 300, null, null, null)`,
      ...values.map(
        ([expression], n) => `create view bits${n} as select id, ${expression} as v from base as b`,
      ),
    ])
    const read = async (query: string): Promise<unknown> =>
      (JSON.parse((await app.get(`query?table=${query}`)).text) as { data: unknown }).data
    for (const [n, [expression, ...cells]] of values.entries()) {
      const { text } = await app.get(`tables/bits${n}`)
      const { columns } = JSON.parse(text) as { columns: { type: string }[] }
      const type = columns[1]?.type ?? ''
      const rows = cells.map((value, row) => ({ id: row + 1, v: printed(type, value) }))
      const sorted = [0, 1, 2]
        .sort((a, b) => Number(cells[a] ?? NULL_ORDER) - Number(cells[b] ?? NULL_ORDER))
        .map((row) => rows[row])
      expect([expression, await read(`bits${n}`)]).toEqual([expression, rows])
      expect([expression, await read(`bits${n}&sort=v:asc`)]).toEqual([expression, sorted])
      expect([expression, await read(`bits${n}&sort=v:desc,id:asc&columns=v`)]).toEqual([
        expression,
        sorted.reverse().map((row) => ({ v: row?.v })),
      ])
    }
  })

  if (server.name === 'mysql') {
    it('return the vector of a subquery, whose type is longblob, as its bytes', async () => {
      const hasVectors = await hasMysqlVectors(server.url)
      // Only MySQL 9 executes the comments.
      const app = await server.serve([
        'create table base (id int primary key /*!90000 , v vector(3) */)',
        "insert into base values (1 /*!90000 , string_to_vector('[1, 0.1, -3e10]') */), (2 /*!90000 , null */)",
        `create view vectors as select id
          /*!90000 , (select v from base limit 1) as v, (select to_base64(v) from base limit 1) as expected */
          from base`,
      ])
      const { data } = JSON.parse((await app.get('query?table=vectors')).text) as {
        data: { v?: string; expected?: string }[]
      }
      expect(data.map(({ v }) => typeof v)).toEqual(
        data.map(() => (hasVectors ? 'string' : 'undefined')),
      )
      expect(data.map(({ v }) => v)).toEqual(data.map(({ expected }) => expected))
    })
  }

  if (server.name === 'mariadb') {
    it('and tables have the names of types without the comments on how they are stored', async () => {
      const app = await server.serve([
        `create table stored (dt datetime, ts timestamp(6), ti time, v varchar(500) compressed,
          b blob compressed, c enum('x /* y */'))`,
        `create view computed as select cast(dt as datetime(3)) as dt, coalesce(ts, ts) as ts,
          addtime(ti, '1:00') as ti, v, b, c from stored`,
      ])
      const typesOf = async (table: string): Promise<string[]> => {
        const { columns } = JSON.parse((await app.get(`tables/${table}`)).text) as {
          columns: { type: string }[]
        }
        return columns.map(({ type }) => type)
      }
      const others = ['timestamp(6)', 'time', 'varchar(500)', 'blob', "enum('x /* y */')"]
      expect(await typesOf('stored')).toEqual(['datetime', ...others])
      expect(await typesOf('computed')).toEqual(['datetime(3)', ...others])
    })
  }
})
