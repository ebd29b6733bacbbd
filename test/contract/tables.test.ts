import { conformance } from '../../fixtures/conformance/conformance'
import { describeEachEngine } from '../support/describe-each-engine'

const NAMES = [...conformance.tables, ...conformance.views]
  .map(({ name }) => name)
  // This is by UTF-16 unit, which equals code point order for characters of the first plane.
  .sort()

describeEachEngine('tables', conformance, (t) => {
  it('lists tables and views by name', async () => {
    const { status, text } = await t.app.get('tables')
    expect(text).toBe(JSON.stringify(NAMES))
    expect(status).toBe(200)
  })

  it('describes a table', async () => {
    const { status, text } = await t.app.get('tables/people')
    const { integer, text: longText, varchar } = t.typeNames(t.engine.name)
    expect(JSON.parse(text)).toEqual({
      name: 'people',
      columns: [
        { name: 'id', type: integer },
        { name: 'name', type: varchar },
        { name: 'city', type: longText },
        { name: 'age', type: integer },
        { name: 'team', type: varchar },
      ],
    })
    expect(status).toBe(200)
  })

  it.each(['tables/nope', 'query?table=nope'])(
    '%s is 404 with the available tables',
    async (path) => {
      const { status, text } = await t.app.get(path)
      expect(JSON.parse(text)).toEqual({
        error: 'TABLE_NOT_FOUND',
        message: 'Table "nope" does not exist or cannot be read.',
        details: { table: 'nope', availableTables: NAMES },
      })
      expect(status).toBe(404)
    },
  )

  it.each([
    ['tables/%ff', '%ff', 'percent-encoded UTF-8'],
    ['tables/%', '%', 'percent-encoded UTF-8'],
    ['tables/a%00b', 'a\0b', 'text without NUL characters'],
  ])('%s is refused', async (path, value, constraint) => {
    const { status, text } = await t.app.get(path)
    expect(JSON.parse(text)).toMatchObject({
      error: 'INVALID_QUERY',
      details: { parameter: 'table', value, constraint },
    })
    expect(status).toBe(400)
  })

  it('does not show system tables', async () => {
    for (const name of [
      'pg_class',
      'sqlite_schema',
      'sqlite_master',
      'information_schema.tables',
    ]) {
      expect((await t.app.get(`query?table=${name}`)).status).toBe(404)
    }
  })
})
