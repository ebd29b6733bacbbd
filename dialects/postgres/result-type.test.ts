import { createTableService } from '../../src/core/table-service'
import { describeEachServer } from '../../test/support/describe-each-server'
import { recordedConnection } from '../../test/support/recorded-connection'

describeEachServer('postgres', 'a table that does not change', (server) => {
  it('is read without an error about changed columns, of every type', async () => {
    const url = await server.create([
      'create domain whole as smallint check (value > 0)',
      'create domain more as whole',
      'create domain list as integer[]',
      `create type mood as enum ('good', 'bad')`,
      'create type pair as (a integer, b text)',
      `create table typed (id integer primary key, gone integer, a more, b list, c more[], d mood,
        e mood[], f pair, g pair[], h int4range, i numeric(5,2), j char(3), k "char", l oid, m name,
        n bit varying(9), o xml, p tsvector, q money, r interval, s timestamptz[], t json[])`,
      'alter table typed drop gone',
      'create table parted (like typed) partition by range (id)',
      'create table part (u integer, like typed)',
      'alter table part drop u',
      'alter table parted attach partition part for values from (0) to (9)',
      'create table child () inherits (typed)',
      'create view seen as select *, null as x, id + 1 as y from typed',
      'create view united as select * from typed union all select * from typed',
      'create materialized view kept as select * from typed',
      'insert into typed (id) values (1), (2)',
      'insert into parted (id) values (1), (2)',
      'refresh materialized view kept',
    ])
    const connection = recordedConnection(url)
    const failures: unknown[] = []
    const readRows: typeof connection.readRows = (statement, signal) =>
      connection.readRows(statement, signal).catch((error: unknown) => {
        failures.push(error)
        throw error
      })
    const tables = createTableService({ ...connection, readRows }, connection.dialect)
    try {
      const names = await tables.listTables()
      expect(names).toEqual(['child', 'kept', 'parted', 'seen', 'typed', 'united'])
      for (const table of names) {
        for (const filter of ['', 'o']) {
          for (const page of [1, 2]) {
            await tables.query({ table, page, limit: 1, filter, sort: [] })
          }
        }
      }
      expect(failures).toEqual([])
    } finally {
      await connection.close()
    }
  })
})
