/** JSON columns of MariaDB, which are texts with a check. */
import { describeEachServer } from '../../test/support/describe-each-server'
import type { TestApp } from '../../test/support/test-app'

const STATEMENTS = [
  'create table renamed (id int primary key, doc json, old longtext)',
  `insert into renamed values (1, '{"a": 1}', 'null')`,
  'alter table renamed rename column doc to document, rename column old to doc',
  `create table checked (
    id int primary key, body longtext check (json_valid(body) or body like 'n%'), note longtext,
    meta longtext, constraint note check (json_valid(meta)))`,
  `insert into checked values (1, '"nope"', '123', '[1]'), (2, 'nope', 'true', null)`,
]

describeEachServer('mysql', 'a JSON column', (server) => {
  let app: TestApp
  beforeAll(async () => {
    app = await server.serve(STATEMENTS)
  })

  const data = async (query: string): Promise<unknown> =>
    (JSON.parse((await app.get(`query?${query}`)).text) as { data?: unknown }).data

  it('is recognised after columns are renamed', async () => {
    const { text } = await app.get('query?table=renamed')
    expect(text).toContain('[{"id":1,"document":{"a":1},"doc":"null"}]')
    expect(await data('table=renamed&columns=id&filter=a')).toEqual([])
  })

  it('is not a column whose check allows other texts than JSON', async () => {
    const found = (await data('table=checked')) as Record<string, unknown>[]
    expect(found.map(({ body, note }) => [body, note])).toEqual([
      ['"nope"', '123'],
      ['nope', 'true'],
    ])
    expect(await data('table=checked&columns=id&filter=nope')).toEqual([{ id: 1 }, { id: 2 }])
  })
})
