import { describeEachServer } from '../../test/support/describe-each-server'
import { effort } from '../../test/support/effort'
import type { TestApp } from '../../test/support/test-app'

type Row = Record<string, unknown>

/** Enough rows for seek bookmarks in the middle of the table. */
const ROWS = effort(1600, 4000)
const WIDE = 1600
/** The elements of an array have 9 and 4 times as many characters. */
const LONG = effort(250_000, 1_000_000)
const wideColumns = (type: string, names = columnNames(WIDE)): string =>
  names.map((name) => `${name} ${type}`).join(', ')

function columnNames(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `c${index}`)
}

describeEachServer('postgres', 'extreme values and tables', (server) => {
  let app: TestApp
  beforeAll(async () => {
    app = await server.serve([
      'create domain list as integer[]',
      'create type pair as (a integer, b text)',
      `create table arrays (id integer primary key, bounded integer[], deep integer[],
        nothing integer[], pairs pair[], lists list[], boxes box[], texts text[])`,
      `insert into arrays values (1, '[0:2]={1,NULL,3}', '[2:3][0:0]={{1},{2}}', '{}',
        array[row(1, 'x "y"')::pair, null], array['{1,NULL}'::list, '[0:1]={7,8}'::list],
        '{(2,2),(1,1);(4,4),(3,3)}', '[-1:-1]={"a,\\"b"}')`,
      'create table long_array (id integer primary key, elements text[])',
      `insert into long_array values (1, array[repeat('b c', ${LONG * 3}), repeat('"', ${LONG * 4})])`,
      'create table padded (id integer primary key, c char(60000))',
      `insert into padded select n, repeat(' ', 59000) || chr(9) || n from generate_series(1, 10) n`,
      `create type "what?" as enum ('a', 'b', 'c')`,
      'create table questions ("k?" "what?", id integer, primary key ("k?", id))',
      `insert into questions select (array['a', 'b', 'c']::"what?"[])[n % 3 + 1], n
        from generate_series(1, ${ROWS}) as n`,
      `create table wide_texts (${wideColumns('text')})`,
      `insert into wide_texts (c0, c1599) values ('x', 'needle'), ('y', null), (null, 'Needle')`,
      `create table wide_keyed (${wideColumns('smallint')}, primary key (c1599))`,
      `insert into wide_keyed (c0, c1599) select n % 7, n from generate_series(1, ${ROWS}) as n`,
      `create table wide_points (${wideColumns('point')})`,
      `insert into wide_points (c0, c1599) values ('(2,1)', '(5,5)'), (null, null), ('(1,2)', null)`,
      `create table wide_mixed (${wideColumns('point', columnNames(1500))}, t text, id int primary key)`,
      `insert into wide_mixed (c0, t, id) select point(n, 0), 'n' || n, n from generate_series(1, 9) n`,
    ])
  })

  const rows = async (query: string): Promise<Row[]> => {
    const { status, text } = await app.get(`query?${query}`)
    if (status !== 200) throw new Error(`${query.slice(0, 100)}: ${status} ${text.slice(0, 400)}`)
    return (JSON.parse(text) as { data: Row[] }).data
  }

  it('returns arrays with bounds as text, and others as arrays', async () => {
    expect(await rows('table=arrays')).toEqual([
      {
        id: 1,
        bounded: '[0:2]={1,NULL,3}',
        deep: '[2:3][0:0]={{1},{2}}',
        nothing: [],
        pairs: ['(1,"x ""y""")', null],
        lists: [[1, null], '[0:1]={7,8}'],
        boxes: ['(2,2),(1,1)', '(4,4),(3,3)'],
        texts: '[-1:-1]={"a,\\"b"}',
      },
    ])
  })

  it('returns arrays with very long elements', async () => {
    const [row] = (await rows('table=long_array')) as { elements: string[] }[]
    expect(row?.elements.map(({ length }) => length)).toEqual([9 * LONG, 4 * LONG])
  })

  it('removes only the padding of long texts, in linear time', async () => {
    const began = process.cpuUsage()
    const found = (await rows('table=padded')) as { c: string }[]
    expect(found.map(({ c }) => c.trimStart())).toEqual(found.map((_, index) => `${index + 1}`))
    expect(new Set(found.map(({ c }) => c.lastIndexOf('\t')))).toEqual(new Set([59000]))
    const { user, system } = process.cpuUsage(began)
    // A regular expression would take some seconds.
    expect((user + system) / 1000).toBeLessThan(1000)
  })

  it('reads deep pages by keys of a type with a question mark in its name', async () => {
    const ids = Array.from({ length: ROWS }, (_, index) => index + 1)
    const inOrder = [0, 1, 2].flatMap((label) => ids.filter((id) => id % 3 === label))
    // The second round begins at bookmarks.
    for (let round = 0; round < 2; round++) {
      const found: unknown[] = []
      for (let page = 1; page <= ROWS / 40; page++) {
        found.push(...(await rows(`table=questions&limit=40&page=${page}`)))
      }
      expect(found).toEqual(inOrder.map((id) => ({ 'k?': 'abc'.charAt(id % 3), id })))
    }
  })

  const wideNames = columnNames(WIDE)
  const sorted = (count: number): string => wideNames.slice(0, count).join(':asc,') + ':asc'

  it.each(
    effort(['wide_points'], ['wide_texts', 'wide_keyed', 'wide_points']).flatMap((table) =>
      effort([1600], [600, 1600]).map((count) => [table, count] as const),
    ),
  )('sorts %s with all its columns by %d of them', async (table, count) => {
    const found = await rows(`table=${table}&sort=${sorted(count)}&limit=2`)
    expect(found.map((row) => Object.keys(row).length)).toEqual([WIDE, WIDE])
  })

  it('returns the values of rows in such an order under the right columns', async () => {
    const found = await rows(`table=wide_points&sort=${sorted(700).replace('c0:asc', 'c0:desc')}`)
    expect(found.map((row) => Object.values(row).filter((value) => value !== null))).toEqual([
      ['(2,1)', '(5,5)'],
      ['(1,2)'],
      [],
    ])
    const searched = `table=wide_mixed&filter=N&limit=2&sort=${sorted(600).replace('c0:asc', 'c0:desc')}`
    const [first, second] = await rows(searched)
    expect([first?.['c0'], first?.['t'], first?.['id'], second?.['c0']]).toEqual([
      '(9,0)',
      'n9',
      9,
      '(8,0)',
    ])
    const none = await app.get(`query?${searched.replace('filter=N', 'filter=zzz')}`)
    expect(JSON.parse(none.text)).toMatchObject({ data: [], pagination: { total: 0 } })
  })

  it('sorts by columns that are not selected', async () => {
    for (const table of effort(['wide_points'], ['wide_texts', 'wide_keyed', 'wide_points'])) {
      const found = await rows(
        `table=${table}&columns=${wideNames.slice(800).join(',')}&sort=${sorted(800)}`,
      )
      expect(Object.keys(found[0] ?? {})).toHaveLength(800)
    }
  })

  it('searches all columns of a wide table', async () => {
    const found = await rows(`table=wide_texts&filter=needle&sort=${sorted(600)}`)
    expect(found.map((row) => row['c1599'])).toEqual(['Needle', 'needle'])
  })

  it('reads deep pages of a wide table in any order', async () => {
    for (const sort of effort([sorted(600)], ['c1599:desc', 'c0:desc', sorted(6), sorted(600)])) {
      const [row] = await rows(`table=wide_keyed&sort=${sort}&limit=1&page=${ROWS / 2}`)
      const [again] = await rows(`table=wide_keyed&sort=${sort}&limit=1&page=${ROWS / 2}`)
      expect(row).toBeDefined()
      expect(again).toEqual(row)
    }
  })
})
