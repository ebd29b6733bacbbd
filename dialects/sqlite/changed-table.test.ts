/** A table that changes after the app has read the catalogue and before the statement runs. */
import { describeEachServer } from '../../test/support/describe-each-server'
import { outdatedResponses, retypings } from '../../test/support/retyped-column'
import { fixtureStorage } from '../../test/engines/sqlite/fixture-storage'

const TYPES = [
  { type: 'integer', value: '1' },
  { type: 'boolean', value: '1' },
  { type: 'text', value: `'1 "x"'` },
  { type: 'real', value: '0.1' },
  { type: 'blob', value: `x'00ff'` },
]

describeEachServer('sqlite', 'a table that has just changed', (server) => {
  it('has values of its new type in the next response, for each pair of types', async () => {
    const app = await server.serve(['create table retyped (id integer primary key, v integer)'])
    const writer = await fixtureStorage.open(app.url)
    const recreate = (keys: string, { type, value }: (typeof TYPES)[0]): string[] => [
      'drop table retyped',
      `create table retyped (${keys}, v ${type})`,
      `insert into retyped values (1, ${value}), (2, ${value})`,
    ]
    const outdated: string[] = []
    try {
      for (const [from, to, first] of retypings(TYPES)) {
        const statements = recreate('id integer primary key', from)
        for (const statement of statements) await writer.run(statement)
        await app.get('query?table=retyped')
        const responses = await outdatedResponses(app, writer, {
          change: recreate('id integer', to),
          first,
        })
        outdated.push(...responses.map((response) => `${from.type} to ${to.type}: ${response}`))
      }
    } finally {
      await writer.close()
    }
    expect(outdated).toEqual([])
  }, 60_000)

  it('is read with the new key', async () => {
    const app = await server.serve([
      'create table keyed (id integer primary key, v text)',
      `insert into keyed values (1, 'one')`,
    ])
    const writer = await fixtureStorage.open(app.url)
    const query = 'query?table=keyed&filter=o'
    expect((await app.get(query)).text).toContain('"total":1')
    await writer.run('drop table keyed')
    await writer.run('create table keyed (id integer, v text)')
    await writer.run(`insert into keyed values (1, 'one'), (1, 'two')`)
    await writer.close()
    const { text } = await app.get(query)
    expect(text).toContain('{"data":[{"id":1,"v":"one"},{"id":1,"v":"two"}]')
  })
})
