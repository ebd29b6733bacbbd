/** Pages of views that are read with their total by one statement, because rows were added. */
import { fixtureStorage } from '../../test/engines/mysql/fixture-storage'
import { describeEachServer } from '../../test/support/describe-each-server'
import { expectPagesOfRefilled } from '../../test/support/refilled-table'
import { withWrittenDatabase } from '../../test/support/written-database'

function expectPagesOfViews(url: string, table: string, views: readonly string[]): Promise<void> {
  return withWrittenDatabase(fixtureStorage, url, async (database) => {
    for (const name of views) await expectPagesOfRefilled(database, { name, table, limit: 2 })
  })
}

describeEachServer('mysql', 'a page that is joined with its total', (server) => {
  it('has the bits of a view', async () => {
    const url = await server.create([
      'create table flags (id int primary key, bits bit(9), bit bit(1))',
      'insert into flags values (1, 300, 1), (2, null, 0), (3, 7, null)',
      'create view seen as select * from flags',
      'create view either as select id, coalesce(bits, bit) as bits from flags',
    ])
    await expectPagesOfViews(url, 'flags', ['seen', 'either'])
  })

  it('has the order of a column of a view that is called like an alias', async () => {
    const url = await server.create([
      // The statements call each table `t`.
      'create table t (c1 int, k0 bit(9), c0 int, k1 int, k2 bit(3))',
      'insert into t values (1, 9, 3, 2, 2), (2, 1, 1, 4, 1), (3, 300, 2, 1, 4), (4, 20, 4, 3, 3)',
      'create view seen as select * from t',
      'create view renamed as select c1, c0 as k0, k0 as c0, k1 as k2, k2 as k1 from t as t',
    ])
    await expectPagesOfViews(url, 't', ['seen', 'renamed'])
  })
})
