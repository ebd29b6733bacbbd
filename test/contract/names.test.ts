import { people } from '../../fixtures/conformance/conformance'
import { HOSTILE_NAMES, hostileNames } from '../../fixtures/conformance/hostile-names'
import { describeEachDialect } from '../support/describe-each-engine'
import { expectedBody, expectedRow } from '../support/expected-json'

const quote = (name: string): string => encodeURIComponent(`"${name.replaceAll('"', '""')}"`)

describeEachDialect('a hostile name', { tables: [people, ...hostileNames], views: [] }, (t) => {
  it('is listed in the order of code points', async () => {
    const { text } = await t.app.get('tables')
    expect(JSON.parse(text)).toEqual(['people', ...HOSTILE_NAMES].sort())
  })

  it.each(hostileNames.map((table) => [table.name, table] as const))(
    '%j can be queried and described as a table',
    async (name, table) => {
      const rows = [...table.rows()].map((row) => expectedRow(table, row, t.differences))
      const columns = ['id', ...HOSTILE_NAMES]
      const { status, text } = await t.app.get(`query?table=${encodeURIComponent(name)}`)
      expect(text).toBe(expectedBody(columns, rows))
      expect(status).toBe(200)
      const metadata = await t.app.get(`tables/${encodeURIComponent(name)}`)
      const described = JSON.parse(metadata.text) as { name: string; columns: { name: string }[] }
      expect(described.name).toBe(name)
      expect(described.columns.map((column) => column.name)).toEqual(columns)
    },
  )

  it.each(HOSTILE_NAMES)('%j can be selected, sorted by and searched', async (name) => {
    const [table] = hostileNames
    if (!table) throw new Error('no table')
    const column = quote(name)
    const value = `t0c${HOSTILE_NAMES.indexOf(name)}r`
    const { text } = await t.app.get(
      `query?table=${encodeURIComponent(table.name)}&columns=${column},id&sort=${column}:asc` +
        `&filter=${value.toUpperCase()}&filterColumns=${column}`,
    )
    const rows = [...table.rows()].reverse()
    const texts = rows.map((row) => expectedRow(table, row, t.differences, [name, 'id']))
    expect(text).toBe(expectedBody([name, 'id'], texts))
  })

  it.each(HOSTILE_NAMES.filter((name) => !/[,:"]|^ | $/.test(name)))(
    '%j needs no quotes in a request',
    async (name) => {
      const column = encodeURIComponent(name)
      const { text } = await t.app.get(
        `query?table=select&columns=${column}&sort=${column}:desc&limit=1`,
      )
      const value = `t${HOSTILE_NAMES.indexOf('select')}c${HOSTILE_NAMES.indexOf(name)}r8`
      expect(text).toBe(
        expectedBody([name], [`{${JSON.stringify(name)}:"${value}"}`], { limit: 1, total: 3 }),
      )
    },
  )

  it.each([
    "people'; drop table people; --",
    'people" ; drop table people; --',
    'people` -- ',
    'people)',
  ])('%j does no harm in any parameter', async (attack) => {
    const value = encodeURIComponent(attack)
    const queries = [
      `table=${value}`,
      `table=people&columns=${value}`,
      `table=people&filterColumns=${value}`,
      `table=people&sort=${value}:asc`,
      `table=people&filter=${value}`,
    ]
    const responses = await Promise.all(queries.map((query) => t.app.get(`query?${query}`)))
    expect(responses.map(({ status }) => status)).toEqual([404, 400, 400, 400, 200])
    expect((await t.app.get('query?table=people&limit=1')).text).toContain('"total":12')
  })
})
