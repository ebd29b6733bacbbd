/** A server with `innodb_read_only`, whose data files another server may change. */
import { createConnection } from 'mysql2/promise'
import { describePrivateMariadb } from '../../test/engines/mysql/private-mariadb'
import { recordedConnection } from '../../test/support/recorded-connection'
import { fastClock } from '../../test/support/test-clock'

const COUNT = {
  sql: 'select count(*) from mysql.innodb_table_stats',
  bindings: [],
  isTracked: true,
}

/** Reads that take longer, by the clock of the connection, than it needs to know that nothing changes. */
const READS = 300

async function provesUnchangedData(serverUrl: string): Promise<boolean> {
  const admin = await createConnection(serverUrl.replace(/^mariadb:/, 'mysql:'))
  await admin.query('create database own')
  await admin.end()
  const connection = recordedConnection(`${serverUrl}/own`, { now: fastClock })
  try {
    const counters: unknown[] = []
    for (let read = 0; read < READS; read++) {
      expect(Number((await connection.readRows(COUNT))[0]?.[0])).toBeGreaterThan(0)
      counters.push(connection.changes.counter())
    }
    return counters.some((counter) => counter !== undefined)
  } finally {
    await connection.close()
  }
}

describePrivateMariadb('a server with innodb_read_only', ['--innodb-read-only'], (server) => {
  it('does not prove that its data is unchanged', async () => {
    expect(await provesUnchangedData(server.url)).toBe(false)
  })
})

describePrivateMariadb('a server without innodb_read_only', [], (server) => {
  it('proves that its data is unchanged', async () => {
    expect(await provesUnchangedData(server.url)).toBe(true)
  })
})
