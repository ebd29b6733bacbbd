/** Statements that another user of the server cancels. */
import { Client } from 'pg'
import { describeEachServer } from '../../test/support/describe-each-server'
import { waitUntil } from '../../test/support/wait-until'

describeEachServer('postgres', 'a statement that an administrator cancels', (server) => {
  it('fails as other statements do, not at its timeout', async () => {
    const app = await server.serve(['create view slow as select 1 as id from pg_sleep(20)'])
    const admin = new Client(app.url)
    await admin.connect()
    try {
      const response = app.get('query?table=slow')
      await waitUntil(async () => {
        const { rowCount } = await admin.query(
          `select pg_cancel_backend(pid) from pg_stat_activity
           where datname = current_database() and wait_event = 'PgSleep'`,
        )
        return rowCount === 1
      })
      const { status, text } = await response
      expect([status, text]).toEqual([
        500,
        '{"error":"DATABASE_ERROR","message":"The database failed or is not reachable."}',
      ])
    } finally {
      await admin.end()
    }
  })
})
