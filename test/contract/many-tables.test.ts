/** A database of many tables: nothing may look at each of them. */
import { openDatabase } from '../../src/database'
import type { Fixture } from '../../fixtures/fixture-table'
import { describeEachEngine } from '../support/describe-each-engine'

const TABLES = 2000

const fixture: Fixture = {
  tables: [
    {
      name: 'first_of_many',
      columns: [{ name: 'id', type: { kind: 'integer' } }],
      primaryKey: ['id'],
      rows: () => [[1]],
    },
  ],
  views: [],
}

const nameOf = (number: number): string => `many_${String(number).padStart(5, '0')}`

describeEachEngine('two thousand tables', fixture, (t) => {
  beforeAll(async () => {
    const writer = await t.storage.open(t.database.url)
    await writer.run('begin')
    for (let number = 0; number < TABLES; number++) {
      await writer.run(`create table ${nameOf(number)} (id integer primary key, word varchar(20))`)
    }
    await writer.run('commit')
    await writer.close()
  }, 300_000)

  it('are listed in well under a second, from the first connection on', async () => {
    const took: number[] = []
    for (let attempt = 0; attempt < 3; attempt++) {
      const began = performance.now()
      const database = await openDatabase(t.database.url)
      const names = await database.tables.listTables()
      took.push(performance.now() - began)
      expect(names).toHaveLength(TABLES + 1)
      expect(names.at(-1)).toBe(nameOf(TABLES - 1))
      const { columns } = await database.tables.describeTable(nameOf(TABLES - 1))
      expect(columns).toHaveLength(2)
      await database.close()
    }
    // Connecting and the first look at the catalogue; to describe each would take many.
    expect(Math.min(...took)).toBeLessThan(1000)
  }, 60_000)
})
