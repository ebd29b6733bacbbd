import { conformance } from '../../fixtures/conformance/conformance'
import { DEFAULT_OPTIONS } from '../../src/database/database-defaults'
import { dialectFor } from '../../src/dialect/load-dialect'
import { describeEachEngine } from '../support/describe-each-engine'
import { effort } from '../support/effort'

const WRITES = ["insert into people (id, name, team) values (99, 'x', 'y')", 'drop table people']

const OTHERS = [
  "update people set name = 'x'",
  'delete from people',
  'create table written (id int)',
  'create index written on people (name)',
]

describeEachEngine('the session', conformance, (t) => {
  it.each(effort(WRITES, [...WRITES, ...OTHERS]))('refuses to %s', async (statement) => {
    const dialect = dialectFor(t.database.url)
    const connection = dialect.connect(t.database.url, {
      ...DEFAULT_OPTIONS,
      maxBytes: Infinity,
      poolSize: 1,
    })
    try {
      // Jest runs tests in a realm of their own, where the driver's error is no instance of `Error`.
      const message = expect.stringMatching(/read.?only/i) as string
      const written = connection.catalogue.readRows(connection.builder.raw(statement))
      await expect(written).rejects.toHaveProperty('message', message)
    } finally {
      await connection.close()
    }
    expect((await t.app.get('query?table=people&limit=1')).text).toContain('"total":12')
  })
})
