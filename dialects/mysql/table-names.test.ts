/** Names of tables on a server with `lower_case_table_names`, which no server of the other tests has. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createConnection } from 'mysql2/promise'
import { openDatabase } from '../../src'
import { startMariadb } from '../../test/engines/mysql/mariadb'
import { leaveOutMissingEngines, noEngineHere } from '../../test/support/left-out'
import type { RunningServer } from '../../test/support/test-server'
import { testServers } from '../../test/support/test-servers'

leaveOutMissingEngines('lower_case_table_names', 'mysql')

if (!testServers().some(({ name }) => name === 'mariadb')) noEngineHere()
else {
  const folder = mkdtempSync(path.join(tmpdir(), 'tablequery-lowercase-'))
  chmodSync(folder, 0o755)
  let server: RunningServer
  beforeAll(async () => {
    server = await startMariadb(folder, ['--lower-case-table-names=1'])
  }, 120_000)
  afterAll(async () => {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  it('finds a table of a server with lower_case_table_names by every case, and not without its accents', async () => {
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
}
