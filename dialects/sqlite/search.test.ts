import { describeEachServer } from '../../test/support/describe-each-server'
import { actualFinds, expectedFinds, samples } from '../../test/support/search-samples'
import { searchPattern } from '../../src/dialect/search-pattern'
import { replaceNul, textMatcher } from './search'
import type { TestApp } from '../../test/support/test-app'

const quote = (text: string): string => `'${text.replaceAll("'", "''")}'`

const COLUMNS = {
  plain: 'text',
  nocase: 'varchar(40) collate nocase',
  trimmed: 'clob collate rtrim',
  strict: 'text',
}

it('replaces every NUL by the literal replacement', () => {
  expect(replaceNul('a\0b\0', '$&')).toBe('a$&b$&')
  expect(replaceNul(Buffer.from('a\0'), '$&')).toBeNull()
})

it.each([
  { length: 15, condition: '', lengths: [] },
  { length: 16, condition: ' and octet_length(c) >= ?', lengths: [16] },
])('compares the length first if the term is long: $length characters', (row) => {
  const { sql, bindings } = textMatcher('c')(searchPattern('a'.repeat(row.length)))
  expect(sql).toContain(`(typeof(c) = 'text'${row.condition} and (c glob ? or `)
  expect(bindings.filter((value) => typeof value === 'number')).toEqual(row.lengths)
})

describeEachServer('sqlite', 'the search', (server) => {
  const values = samples().map(
    ([id, text]) => `(${[id, ...Object.keys(COLUMNS).map(() => quote(text))].join()})`,
  )
  const columns = Object.entries(COLUMNS).map(([name, type]) => `${name} ${type}`)
  const statements = [
    `create table texts (id integer primary key, ${columns.join()})`,
    `insert into texts values ${values.join()}`,
    'create table odd (id integer primary key, word text)',
    `insert into odd values (1, 'before' || char(0) || 'past nul' || char(0)), (2, cast(x'436166e9' as text)),
      (3, 12), (4, x'3132'), (5, char(0) || '*[é')`,
    `insert into odd values (6, 'a' || char(65533) || 'b'), (7, 'a' || char(65534) || 'b'),
      (8, char(0) || 'A' || char(65535) || 'b'), (9, 'ax' || char(65533, 65534)),
      (10, 'ax' || char(57344, 57345)), (11, 'ax' || char(65534, 65533))`,
    'create table bytes (id integer primary key, data BLOB)',
    'create view seen as select data from bytes',
    `create view united as
      select word as title from odd where id = 2 union all select upper(plain) from texts where id < 0`,
    'create view united_again as select title from United',
    'create table with_nul (a text, b text)',
    "insert into with_nul values ('n', 'm'), (x'00ff', 'm')",
    'create view once as select distinct a from with_nul',
    'create virtual table notes using fts5(title, body)',
    "insert into notes values ('One', 'alpha beta')",
    'create view note_list as select rowid as id, title, body from notes',
    'create view post_tags as select j.value as body from odd, json_each(\'["alpha","x"]\') j where odd.id = 1',
    "create view both as select a, b from with_nul union select 'q', 'r'",
  ]
  let app: TestApp
  beforeAll(async () => {
    app = await server.serve(statements)
  })

  it.each(Object.keys(COLUMNS))('finds the same rows by the column %s', async (column) => {
    expect(await actualFinds(app, 'texts', column)).toEqual(expectedFinds(samples()))
  })

  it('finds the same rows in a UTF-16 database', async () => {
    const utf16 = await server.serve(["pragma encoding = 'UTF-16be'", ...statements])
    expect(await actualFinds(utf16, 'texts', 'nocase')).toEqual(expectedFinds(samples()))
  })

  it.each([
    ['PAST', [1]],
    ['fore', [1]],
    ['e\ue000p', []],
    ['enullp', []],
    ['*[É', [5]],
    ['caf', [2]],
    ['12', [3]],
    ['A\ufffd', [6]],
    ['a\ufffe', [7]],
    ['\uffffB', [8]],
    ['X\ufffd', [9]],
    ['X\ufffd\ufffe', [9]],
    ['X\ufffe\ufffd', [11]],
    ['X\ue000\ue001', [10]],
  ])(
    'finds %j only in text cells, even after a NUL and next to invalid UTF-8',
    async (filter, ids) => {
      const { text } = await app.get(
        `query?table=odd&columns=id&filter=${encodeURIComponent(filter)}`,
      )
      expect(text).toContain(JSON.stringify(ids.map((id) => ({ id }))))
    },
  )

  it.each(['united', 'united_again'])(
    'finds texts in the columns of a view with UNION: %s',
    async (view) => {
      const { text } = await app.get(`query?table=${view}&filter=CAF&filterColumns=title`)
      expect(JSON.parse(text)).toMatchObject({ pagination: { total: 1 } })
      expect((await app.get('query?table=seen&filterColumns=data')).status).toBe(400)
    },
  )

  it.each(['notes', 'note_list', 'post_tags'])(
    'finds texts in virtual tables, and in views of them: %s',
    async (table) => {
      for (const columns of ['', '&filterColumns=body']) {
        const { text } = await app.get(`query?table=${table}&filter=ALPHA${columns}`)
        expect(JSON.parse(text)).toMatchObject({ pagination: { total: 1 } })
      }
    },
  )

  it.each(['once', 'both'])('finds no bytes in a view without duplicates: %s', async (view) => {
    const { text } = await app.get(`query?table=${view}&columns=a&filter=n&filterColumns=a`)
    expect(JSON.parse(text)).toMatchObject({ data: [{ a: 'n' }] })
  })
})
