/** Many spellings of a table's name put no load on the database. */
import type { Fixture } from '../../fixtures/fixture-table'
import { createTableService } from '../../src/core/table-service'
import { describeEachDialect, withoutApp } from '../support/describe-each-engine'
import { recordedConnection, type RecordedConnection } from '../support/recorded-connection'

const fixture: Fixture = {
  tables: [
    {
      name: 'people',
      columns: [{ name: 'id', type: { kind: 'integer' } }],
      primaryKey: ['id'],
      rows: () => [[1]],
    },
  ],
  views: [],
}

/** All spellings with other cases. */
function casesOf(name: string): string[] {
  return Array.from({ length: 2 ** name.length }, (_, bits) =>
    Array.from(name, (letter, index) => (bits & (2 ** index) ? letter.toUpperCase() : letter)).join(
      '',
    ),
  )
}

withoutApp(describeEachDialect)('spellings of a name', fixture, (t) => {
  let connection: RecordedConnection
  beforeAll(() => {
    connection = recordedConnection(t.database.url)
  })
  afterAll(() => connection.close())

  const isAccepted = (name: string): Promise<boolean> =>
    connection.readRows({ sql: `select id from ${t.storage.quote(name)}`, bindings: [] }).then(
      () => true,
      () => false,
    )

  it.each([
    ['with accents', Array.from({ length: 300 }, (_, n) => 'people' + '\u0301'.repeat(n + 1)), 0],
    ['of other cases', casesOf('people'), 1],
    ['of other characters', ['ｐeople', 'peo\u00adple', 'peopl\u212e', 'people '], 0],
  ])(
    '%s cost no more statements than one description, if the database may accept them',
    async (_, spellings, descriptions) => {
      const { dialect, catalogueStatements } = connection
      const tables = createTableService(connection, dialect, { now: () => 0 })
      await tables.listTables()
      catalogueStatements.length = 0
      await tables.describeTable('people')
      const ofOne = catalogueStatements.splice(0).length
      expect(ofOne).toBeGreaterThan(0)
      for (const name of spellings) {
        const found = await tables.describeTable(name).catch((error: unknown) => error)
        if (await isAccepted(name)) expect(found).toMatchObject({ name: 'people' })
        else expect(found).toMatchObject({ code: 'TABLE_NOT_FOUND' })
      }
      expect(catalogueStatements.length).toBeLessThanOrEqual(descriptions * ofOne)
    },
  )
})
