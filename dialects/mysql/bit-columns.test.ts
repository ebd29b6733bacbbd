/**
 * BIT columns of views. MySQL does not find them in a subquery with a limit unless they are arguments of a
 * function, and the servers send the result of such a function as a decimal number instead of bits.
 */
import { fixtureStorage } from '../../test/engines/mysql/fixture-storage'
import { changingConnection } from '../../test/support/changing-connection'
import { describeEachServer } from '../../test/support/describe-each-server'
import { recordedConnection } from '../../test/support/recorded-connection'
import { createTableService } from '../../src/core/table-service'

describeEachServer('mysql', 'BIT columns of a view', (server) => {
  it('are read with a total that counts rows that were added', async () => {
    const { url } = await server.serve([
      'create table flags (id int primary key, bits bit(9))',
      'insert into flags values (1, 300), (2, null), (3, 7)',
      'create view seen as select * from flags',
      'create table kept as select * from flags',
    ])
    const writer = await fixtureStorage.open(url)
    const connection = recordedConnection(url)
    const changing = changingConnection(connection, async (before) => {
      await writer.run('delete from flags')
      if (before > 0) await writer.run('insert into flags select * from kept')
    })
    try {
      const usual = createTableService(connection, connection.dialect, { plainReads: true })
      const tables = createTableService(changing, connection.dialect, { plainReads: true })
      const query = {
        ...{ table: 'seen', page: 1, limit: 2, filter: '' },
        sort: [{ column: 'bits', direction: 'desc' as const }],
      }
      const { rows, pagination } = await tables.query(query)
      expect(pagination.total).toBe(3)
      expect(rows).toEqual([
        [1, Buffer.from([1, 300 - 256])],
        [3, Buffer.from([0, 7])],
      ])
      expect((await usual.query(query)).rows).toEqual(rows)
    } finally {
      await connection.close()
      await writer.close()
    }
  })
})
