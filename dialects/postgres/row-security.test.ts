/**
 * A user who becomes subject to the policies of row security.
 *
 * @quiet After a write to any database of the server, no cached total is used.
 */
import { Client } from 'pg'
import { createTableService } from '../../src/core/table-service'
import { describeEachServer } from '../../test/support/describe-each-server'
import { recordedConnection } from '../../test/support/recorded-connection'

describeEachServer('postgres', 'row security', (server) => {
  it('applies to totals as soon as the user is subject to it', async () => {
    const url = new URL(
      await server.create([
        'create table policed (id int primary key)',
        'insert into policed select generate_series(1, 50)',
        'alter table policed enable row level security',
        // Changes without a transaction.
        `create policy locked on policed
           using (id <= (select count(*) from pg_locks where locktype = 'advisory'))`,
        'drop role if exists policed_reader',
        'create role policed_reader login bypassrls',
        'grant select on policed to policed_reader',
      ]),
    )
    const owner = new Client({ connectionString: url.href })
    await owner.connect()
    url.username = 'policed_reader'
    const connection = recordedConnection(url.href)
    // The clock stands still, so that the table is described again only if a statement shows a change.
    const tables = createTableService(connection, connection.dialect, { now: () => 0 })
    const counts = async (limit: number): Promise<number[]> => {
      const query = { table: 'policed', page: 1, limit, filter: '', sort: [] }
      const { rows, pagination } = await tables.query(query)
      return [rows.length, pagination.total]
    }
    try {
      expect(await counts(100)).toEqual([50, 50])
      await owner.query('alter role policed_reader nobypassrls')
      await owner.query('select pg_advisory_lock(n) from generate_series(1, 3) as s(n)')
      expect(await counts(101)).toEqual([3, 3])
      await owner.query('select pg_advisory_lock(n) from generate_series(4, 9) as s(n)')
      expect(await counts(102)).toEqual([9, 9])
    } finally {
      await connection.close()
      await owner.query('drop owned by policed_reader; drop role policed_reader')
      await owner.end()
    }
  })
})
