import { describeEachServer } from '../../test/support/describe-each-server'
import type { TestApp } from '../../test/support/test-app'

describeEachServer('postgres', 'a lack of space for temporary files', (server) => {
  let app: TestApp
  beforeAll(async () => {
    app = await server.serve([
      `create table words as
         select id, repeat(md5(id::text), 10) as word from generate_series(1, 50000) as id`,
      'alter table words add primary key (id)',
      // Like a full disk, but only for this database.
      `do $$ begin
         execute format('alter database %I set temp_file_limit = 64', current_database());
         execute format('alter database %I set work_mem = 64', current_database());
       end $$`,
    ])
  })

  it('causes an error only for the request that sorts', async () => {
    const { status, text } = await app.get('query?table=words&sort=word:asc&limit=1000&page=40')
    expect([status, JSON.parse(text)]).toEqual([
      500,
      { error: 'DATABASE_ERROR', message: 'The database failed or is not reachable.' },
    ])
    expect((await app.get('query?table=words&limit=10')).status).toBe(200)
  })
})
