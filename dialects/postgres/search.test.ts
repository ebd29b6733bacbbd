import { Client } from 'pg'
import { recordedConnection } from '../../test/support/recorded-connection'
import { describeEachServer } from '../../test/support/describe-each-server'
import { effort } from '../../test/support/effort'
import { createTableService } from '../../src/core/table-service'
import { actualFinds, expectedFinds, isLatin1, samples } from '../../test/support/search-samples'
import { startTestApp, type TestApp } from '../../test/support/test-app'
import postgres from '.'
import { fixtureStorage } from '../../test/engines/postgres/fixture-storage'
import { createTestDatabase } from '../../test/engines/postgres/database'

const quote = (text: string): string => `E'${text.replace(/['\\]/g, '\\$&')}'`

/** Statements that create a table with one column per type and the same texts in each. */
function textTable(
  types: Readonly<Record<string, string>>,
  rows: readonly [number, string][],
): string[] {
  const columns = Object.entries(types).map(([name, type]) => `${name} ${type}`)
  const values = rows.map(
    ([id, text]) => `(${[id, ...Object.keys(types).map(() => quote(text))].join()})`,
  )
  return [
    `create table texts (id integer primary key, ${columns.join()})`,
    `insert into texts values ${values.join()}`,
  ]
}

const COLUMNS = {
  plain: 'text',
  bytes: 'text collate "C"',
  icu: 'text collate "und-x-icu"',
  turkish: 'text collate "tr-x-icu"',
  accents: 'varchar(40) collate blind',
  cases: 'varchar collate blind_to_case',
  ci: 'citext',
  domain: 'label',
  domain_ci: 'label_ci',
}

const TYPES = [
  'create extension citext',
  `create collation blind (provider = icu, locale = 'und-u-ks-level1', deterministic = false)`,
  `create collation blind_to_case (provider = icu, locale = 'und-u-ks-level2', deterministic = false)`,
  'create domain label as varchar(40)',
  'create domain label_ci as citext',
]

describeEachServer('postgres', 'the search', (server) => {
  let app: TestApp
  beforeAll(async () => {
    app = await server.serve([
      ...TYPES,
      ...textTable(COLUMNS, samples()),
      'create table fixed (id integer primary key, padded char(8), name name, letter "char")',
      "insert into fixed values (1, 'Ab', 'Ab', 'K'), (2, 'b ', 'c', 'x')",
      'create table recollated (id integer primary key, word text)',
      "insert into recollated values (1, 'needle')",
      'create extension pg_trgm',
      'create table indexed (id integer primary key, word text not null)',
      'insert into indexed select n, md5(n::text) from generate_series(1, 20000) as n',
      "insert into indexed values (0, 'École of Needles')",
      'create index on indexed using gin (word gin_trgm_ops)',
      'analyze indexed',
    ])
  })

  it.each(Object.keys(COLUMNS))('finds the same rows by the column %s', async (column) => {
    expect(await actualFinds(app, 'texts', column)).toEqual(expectedFinds(samples()))
  })

  it('searches types of fixed length without their padding', async () => {
    const find = async (column: string, filter: string): Promise<string> =>
      (await app.get(`query?table=fixed&columns=id&filterColumns=${column}&filter=${filter}`)).text
    expect(await find('padded', 'aB')).toContain('[{"id":1}]')
    expect(await find('padded', 'b%20')).toContain('"data":[]')
    expect(await find('name', 'aB')).toContain('[{"id":1}]')
    expect(await find('letter', '%E2%84%AA')).toContain('[{"id":1}]')
  })

  it('finds the same rows after a column gets another collation', async () => {
    const search = 'query?table=recollated&filter=NEEDLE'
    expect((await app.get(search)).text).toContain('"total":1')
    const writer = await fixtureStorage.open(app.url)
    await writer.run('alter table recollated alter column word type text collate blind')
    await writer.close()
    expect((await app.get(search)).text).toContain('"total":1')
  })

  it.each(['éCOLE of needle', 'éCOLE of needles'])(
    'uses a trigram index for %j',
    async (filter) => {
      const { url } = app
      const recorded = recordedConnection(url)
      const result = await createTableService(recorded, postgres).query({
        table: 'indexed',
        page: 1,
        limit: 10,
        filter,
        sort: [],
      })
      await recorded.close()
      expect(result.pagination.total).toBe(1)
      const { sql = '', bindings = [] } = recorded.statements.at(-1) ?? {}
      const client = new Client({ connectionString: url })
      await client.connect()
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain ${sql}`, [...bindings])
      await client.end()
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
      // One scan is for the page, and one for the total.
      expect(plan.match(/Bitmap Index Scan on indexed_word_idx/g)).toHaveLength(2)
      expect(plan).not.toContain('Seq Scan')
    },
  )
})

/** Texts that a database of each encoding can store. SQL_ASCII stores any bytes, here UTF-8. */
const ENCODINGS: Readonly<Record<string, (text: string) => boolean>> = {
  LATIN1: isLatin1,
  EUC_JP: (text) => /^[\0-\x7fΑ-Ωα-ωА-яё]*$/.test(text.replace(/ς/g, '\x80')),
  SQL_ASCII: () => true,
  ...effort(undefined, { WIN1252: (text: string) => isLatin1(text.replace(/[ŸœŒ]/g, '')) }),
}

describeEachServer('postgres', 'the search', (server) => {
  it.each(Object.entries(ENCODINGS))(
    'finds the same rows in a database of %s',
    async (encoding, isStorable) => {
      const name = `tablequery_${encoding.toLowerCase()}_${process.pid}`
      const options = `encoding '${encoding}' locale 'C' locale_provider libc template template0`
      const { url, drop } = await createTestDatabase(server.url.href, name, options)
      const rows = samples(isStorable)
      expect(rows.length).toBeGreaterThan(20)
      const writer = await fixtureStorage.open(url)
      const types = { plain: 'text', short: 'varchar(40) collate "C"' }
      for (const statement of textTable(types, rows)) await writer.run(statement)
      await writer.run('create table long (id integer primary key, word text)')
      await writer.run(`insert into long values (1, '${'sK'.repeat(20)}')`)
      await writer.close()
      const app = await startTestApp(url)
      try {
        expect(await actualFinds(app, 'texts', 'plain')).toEqual(expectedFinds(rows))
        expect(await actualFinds(app, 'texts', 'short')).toEqual(expectedFinds(rows))
        const whole = await app.get('query?table=texts&columns=plain&sort=id:asc&limit=1000')
        const { data } = JSON.parse(whole.text) as { data: { plain: string }[] }
        expect(data.map(({ plain }) => plain)).toEqual(rows.map(([, text]) => text))
        const all = await app.get(`query?table=texts&filter=${'sK'.repeat(500)}`)
        expect(all.text).toContain('"total":0')
        for (const [count, total] of [
          [20, 1],
          [21, 0],
        ] as const) {
          const long = await app.get(`query?table=long&filter=${'Sk'.repeat(count)}`)
          expect(long.text).toContain(`"total":${total}`)
        }
      } finally {
        await app.stop()
        await drop()
      }
    },
  )
})
