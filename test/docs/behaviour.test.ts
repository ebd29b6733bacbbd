/** Tests each row of the tables in docs/reference/behaviour.md. */
import type { Fixture } from '../../fixtures/fixture-table'
import { describeEachDialect } from '../support/describe-each-engine'
import { describeEachServer } from '../support/describe-each-server'
import { documentedTable } from '../support/documented-table'
import type { TestApp } from '../support/test-app'

const ENGINES: Readonly<Record<string, string>> = {
  Postgres: 'postgres',
  'MySQL, MariaDB': 'mysql',
  SQLite: 'sqlite',
}

const examples = documentedTable('Engine', 'Type', 'Stored', 'JSON')

describe.each(Object.entries(ENGINES))('a value in %s', (engine, dialect) => {
  const ofEngine = examples.filter(([name]) => name === engine)

  it('is documented', () => {
    expect(ofEngine.length).toBeGreaterThan(5)
  })

  describeEachServer(dialect, 'the examples', (server) => {
    let app: TestApp
    beforeAll(async () => {
      app = await server.serve([
        ...(dialect === 'mysql' ? ["set sql_mode = ''"] : []),
        ...ofEngine.flatMap(([, type, stored], index) => [
          `create table example_${index} (value ${type})`,
          `insert into example_${index} values (${stored})`,
        ]),
      ])
    })

    it.each(
      ofEngine.map(([, type = '', stored = '', json = ''], i) => [type, stored, json, i] as const),
    )('%s %s is %s', async (_type, _stored, json, index) => {
      const { text } = await app.get(`query?table=example_${index}`)
      expect(text).toContain(`{"data":[{"value":${json}}]`)
    })
  })
})

const searches = documentedTable('`filter`', 'Text', 'Found')
const sorts = documentedTable('`sort`', 'Rows by `n`, `id`')

const fixture: Fixture = {
  tables: [
    {
      name: 'searched',
      columns: [
        { name: 'id', type: { kind: 'integer' } },
        { name: 'word', type: { kind: 'varchar', length: 20 } },
      ],
      primaryKey: ['id'],
      rows: () => searches.map(([, text = ''], id) => [id, text]),
    },
    {
      name: 'sorted',
      columns: [
        { name: 'n', type: { kind: 'integer' }, isNullable: true },
        { name: 'id', type: { kind: 'integer' } },
      ],
      primaryKey: ['id'],
      rows: () => [
        [1, 1],
        [null, 2],
        [2, 3],
        [1, 4],
      ],
    },
  ],
  views: [],
}

describeEachDialect('the documented', fixture, (t) => {
  const ids = async (query: string): Promise<number[]> => {
    const { data } = JSON.parse((await t.app.get(`query?limit=1000&${query}`)).text) as {
      data: { id: number }[]
    }
    return data.map(({ id }) => id)
  }

  it.each(
    searches.map(([filter = '', text = '', found = ''], id) => [filter, text, found, id] as const),
  )('search for %j finds %j: %s', async (filter, _text, found, id) => {
    const matching = await ids(`table=searched&filter=${encodeURIComponent(filter)}`)
    expect(matching.includes(id) ? 'yes' : 'no').toBe(found)
  })

  it.each(sorts)('order by %s is %s', async (sort = '', rows = '') => {
    const parameter = sort === '(none)' ? '' : `&sort=${sort}`
    const { text } = await t.app.get(`query?table=sorted${parameter}`)
    const { data } = JSON.parse(text) as { data: { n: number | null; id: number }[] }
    expect(data.map(({ n, id }) => `\`${n} ${id}\``).join(', ')).toBe(rows)
  })
})
