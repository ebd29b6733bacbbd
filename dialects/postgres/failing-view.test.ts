/** A view whose statements always fail with the error of a changed table. */
import { createTableService } from '../../src/core/table-service'
import { describeEachServer } from '../../test/support/describe-each-server'
import { recordedConnection } from '../../test/support/recorded-connection'

describeEachServer('postgres', 'a view of a function that needs a dropped table', (server) => {
  it('causes no reads of the catalogue with each request', async () => {
    const url = await server.create([
      'create table gone (id integer)',
      `create function count_gone() returns bigint language plpgsql as
        'begin return (select count(*) from gone); end'`,
      'create view counted as select count_gone()',
      'drop table gone',
    ])
    const connection = recordedConnection(url)
    const tables = createTableService(connection, connection.dialect, { now: () => 0 })
    const fail = async (limit: number): Promise<void> => {
      const query = { table: 'counted', page: 1, limit, filter: '', sort: [] }
      await expect(tables.query(query)).rejects.toMatchObject({ code: 'DATABASE_ERROR' })
    }
    try {
      await fail(1)
      connection.catalogueStatements.length = 0
      for (let limit = 2; limit < 10; limit++) await fail(limit)
      expect(connection.catalogueStatements).toEqual([])
    } finally {
      await connection.close()
    }
  })
})
