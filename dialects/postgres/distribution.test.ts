/** Tables that extensions distribute over servers, according to the catalogues of those extensions. */
import { windowFromStart } from '../../src/core/page-window'
import { planRead } from '../../src/core/read-plan'
import { createStatements } from '../../src/core/statements/statement-cache'
import { describeEachServer } from '../../test/support/describe-each-server'
import { recordedConnection } from '../../test/support/recorded-connection'

/** The columns that the app reads from the catalogue of an extension, with their types. */
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
  const urls = new Map<string, string>()

  /** URL of a database with the catalogue of an extension. */
  const withCatalogue = async (catalogue: keyof typeof CATALOGUES): Promise<string> => {
    const { columns, rows } = CATALOGUES[catalogue]
    const url =
      urls.get(catalogue) ??
      (await server.create([
        ...['distributed', 'copied', 'plain'].flatMap((table) => [
          `create table ${table} (id integer, line integer, note text, primary key (id, line))
            partition by list (line)`,
          `create table ${table}_0 partition of ${table} for values in (0)`,
          `insert into ${table} select i, 0, i from generate_series(1, 2000) as i`,
        ]),
        'set allow_system_table_mods = on',
        `create table pg_catalog.${catalogue} (${columns})`,
        `insert into pg_catalog.${catalogue} values ${rows}`,
      ]))
    urls.set(catalogue, url)
    return url
  }

  /** The statement of a deep page of a table in such a database. */
  const deepPage = async (
    catalogue: keyof typeof CATALOGUES,
    name: string,
    skip = 1490,
  ): Promise<string> => {
    const connection = recordedConnection(await withCatalogue(catalogue))
    const { builder, dialect, catalogue: own } = connection
    try {
      const table = await dialect.createIntrospector(own).describeTable(name)
      if (!table) throw new Error(`no table ${name}`)
      const query = { table: name, page: skip / 10 + 1, limit: 10, filter: '', sort: [] }
      const statement = createStatements(
        builder,
        { ...dialect, maxSkip: 500 },
        connection.changes,
      ).page(planRead(query, table, dialect), windowFromStart(skip, 10), {
        cached: undefined,
        isCounted: true,
      })
      const found = await connection.readRows(statement)
      const ids = Array.from({ length: 10 }, (_, index) => String(skip + index + 1))
      expect(found.map(([, total, , id]) => [total, id])).toEqual(ids.map((id) => ['2000', id]))
      return statement.sql
    } finally {
      await connection.close()
    }
  }

  it('of Citus: the statement of a deep page finds keys, then reads rows by these keys', async () => {
    const sql = await deepPage('pg_dist_partition', 'distributed')
    expect(sql).toContain(
      'where (t."id", t."line") in (select t."id", t."line" from "public"."distributed" as t order by',
    )
    expect(sql).not.toContain('join')
  })

  it('of Citus: the statement of a page near the first row reads the rows directly', async () => {
    const sql = await deepPage('pg_dist_partition', 'distributed', 500)
    expect(sql).not.toMatch(/ in \(select|join/)
  })

  // "recursive CTEs are only supported when they contain a filter on the distribution column"
  it('of Citus: the statement has no recursive query, although the table has partitions', async () => {
    expect(await deepPage('pg_dist_partition', 'distributed')).not.toContain('recursive')
    expect(await deepPage('pg_dist_partition', 'plain')).toContain('recursive')
  })

  it('of Greenplum: the statement of a deep page names the table once', async () => {
    const sql = await deepPage('gp_distribution_policy', 'distributed')
    expect(sql).not.toMatch(/ in \(select|join/)
  })

  it.each(['pg_dist_partition', 'gp_distribution_policy'] as const)(
    'in %s: a table with a copy on each server is joined with its keys, like other tables',
    async (catalogue) => {
      expect(await deepPage(catalogue, 'copied')).toContain('left join')
      expect(await deepPage(catalogue, 'plain')).toContain('left join')
    },
  )
})
