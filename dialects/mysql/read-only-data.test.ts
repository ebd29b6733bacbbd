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

describe.each([
  ['cannot', ['--innodb-read-only']],
  ['can', []],
])('the counters of a server that %s write', (can, options) => {
  describePrivateMariadb('its data', options, (server) => {
    it(`${can === 'can' ? 'prove' : 'do not prove'} unchanged data`, async () => {
      const admin = await createConnection(server.url.replace(/^mariadb:/, 'mysql:'))
      await admin.query('create database own')
      await admin.end()
      const connection = recordedConnection(`${server.url}/own`, { now: fastClock })
      try {
        const counters = new Set<string | undefined>()
        for (let read = 0; read < READS; read++) {
          expect(Number((await connection.readRows(COUNT))[0]?.[0])).toBeGreaterThan(0)
          counters.add(connection.changes.counter())
        }
        counters.delete(undefined)
        expect(counters.size > 0).toBe(can === 'can')
      } finally {
        await connection.close()
      }
    })
  })
})
