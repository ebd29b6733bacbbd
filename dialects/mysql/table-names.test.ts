/** Names of tables on a server with `lower_case_table_names`. */
import { createConnection } from 'mysql2/promise'
import { openDatabase } from '../../src'
import { describePrivateMariadb } from '../../test/engines/mysql/private-mariadb'

describePrivateMariadb('lower_case_table_names', ['--lower-case-table-names=1'], (server) => {
  it('finds a table by every case, and not without its accents', async () => {
    const connection = await createConnection(server.url.replace(/^mariadb:/, 'mysql:'))
    await connection.query('create database cases')
    await connection.query('create table cases.Été (id int primary key)')
    await connection.end()
    const database = await openDatabase(`${server.url}/cases`)
    try {
      expect(await database.tables.listTables()).toEqual(['été'])
      for (const name of ['ÉTÉ', 'été', 'Été']) {
        expect((await database.tables.describeTable(name)).name).toBe('été')
      }
      for (const name of ['ete', 'ETE', 'E\u0301te\u0301']) {
        await expect(database.tables.describeTable(name)).rejects.toThrow('does not exist')
      }
    } finally {
      await database.close()
    }
  }, 30_000)
})
