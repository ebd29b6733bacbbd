/** Views whose values depend on settings, or whose columns the catalogue describes wrongly. */
import { describeEachServer } from '../../test/support/describe-each-server'

const ROWS = 200
const WORD = 'x'.repeat(90)

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

  it.each(['latin1', 'cp1250', 'ucs2', 'utf16', 'utf8mb4'])(
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
})
