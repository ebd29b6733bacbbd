/** A table that is replaced while requests wait for its lock. */
import { Client } from 'pg'
import { createTableService } from '../../src/core/table-service'
import { describeEachServer } from '../../test/support/describe-each-server'
import { recordedConnection } from '../../test/support/recorded-connection'
import { waitUntil } from '../../test/support/wait-until'

const WAITING = `select count(*)::int as waiting from pg_locks where not granted`
const PAGES = [1, 2, 3, 4]

describeEachServer('postgres', 'a snapshot', (server) => {
  it('has the rows that replace those of a truncated table', async () => {
    const { url } = await server.serve([
      'create table replaced (id int primary key)',
      'insert into replaced select generate_series(1, 100)',
    ])
    const writer = new Client({ connectionString: url })
    await writer.connect()
    const connection = recordedConnection(url, { poolSize: 1 })
    const tables = createTableService(connection, connection.dialect)
    const query = (page: number): ReturnType<typeof tables.query> =>
      tables.query({ table: 'replaced', page, limit: 1, filter: '', sort: [] })
    try {
      await query(1)
      // Changes that no request has used make totals volatile, so that each request counts.
      for (let change = 0; change < 2; change++) {
        await writer.query('update replaced set id = id')
        await query(1)
      }
      const busy = connection.readRows({ sql: 'select pg_sleep(0.3)', bindings: [] })
      const pages = PAGES.map(query)
      await writer.query('begin')
      await writer.query('truncate replaced')
      await writer.query('insert into replaced select generate_series(1, 50)')
      await busy
      await waitUntil(async () => {
        const { rows } = await writer.query<{ waiting: number }>(WAITING)
        return rows[0]?.waiting === 1
      })
      await writer.query('commit')
      for (const [index, { rows, pagination }] of (await Promise.all(pages)).entries())
        expect([rows, pagination.total]).toEqual([[[String(PAGES[index])]], 50])
    } finally {
      await connection.close()
      await writer.end()
    }
  })
})
