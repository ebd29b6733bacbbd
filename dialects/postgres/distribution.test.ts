/** Tables that extensions distribute over servers, as the catalogues of those extensions tell. */
import { windowFromStart } from '../../src/core/page-window'
import { planRead } from '../../src/core/read-plan'
import { createStatements } from '../../src/core/statements/statement-cache'
import { describeEachServer } from '../../test/support/describe-each-server'
import { recordedConnection } from '../../test/support/recorded-connection'

/** The columns that are read of a catalogue, in the schema and with the types of the extension's. */
const CATALOGUES = {
  pg_dist_partition: {
    columns: 'logicalrelid regclass, partmethod "char"',
    rows: `('distributed', 'h'), ('copied', 'n')`,
  },
  gp_distribution_policy: {
    columns: 'localoid oid, policytype "char"',
    rows: `('distributed'::regclass, 'p'), ('copied'::regclass, 'r')`,
  },
} as const

describeEachServer('postgres', 'a distributed table', (server) => {
  describe.each(Object.entries(CATALOGUES))('in %s', (catalogue, { columns, rows }) => {
    it.each([
      ['distributed', 1],
      ['copied', 2],
      ['plain', 2],
    ])('%s: a deep page names the table %d times', async (name, times) => {
      const { url } = await server.serve([
        ...['distributed', 'copied', 'plain'].flatMap((table) => [
          `create table ${table} (id integer primary key)`,
          `insert into ${table} select generate_series(1, 2000)`,
        ]),
        'set allow_system_table_mods = on',
        `create table pg_catalog.${catalogue} (${columns})`,
        `insert into pg_catalog.${catalogue} values ${rows}`,
      ])
      const connection = recordedConnection(url)
      const { builder, dialect, catalogue: own } = connection
      try {
        const table = await dialect.createIntrospector(own).describeTable(name)
        if (!table) throw new Error(`no table ${name}`)
        const query = { table: name, page: 150, limit: 10, filter: '', sort: [] }
        const { sql } = createStatements(builder, dialect, undefined, 500).page(
          planRead(query, table, dialect),
          windowFromStart(1490, 10),
          { cached: undefined, isCounted: false },
        )
        expect(sql.split(`"${name}"`)).toHaveLength(times + 1)
      } finally {
        await connection.close()
      }
    })
  })
})
