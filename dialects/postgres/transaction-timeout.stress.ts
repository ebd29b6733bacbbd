/** The timeout of statements in a transaction with the role of a caller. */
import { describeEachServer } from '../../test/support/describe-each-server'
import { recordedConnection } from '../../test/support/recorded-connection'

describeEachServer('postgres', 'the timeout of the statements of a transaction', (server) => {
  it('applies to each statement, not to all together', async () => {
    // Together, the statements take longer than the timeout of one, including the time to cancel it.
    const seconds = 4
    const connection = recordedConnection(server.url.href, { statementTimeout: 1000 * seconds })
    const { withRole, builder } = connection
    try {
      const rows = await withRole?.({ role: server.url.username, claims: '{}' }).withCatalogue(
        async (catalogue) => {
          for (let times = 0; times < 4; times++) {
            await catalogue.readRows(builder.raw('select pg_sleep(?)', [seconds - 1.5]))
          }
          return catalogue.readRows(builder.raw('select ?::text as said', ['done']))
        },
      )
      expect(rows).toEqual([{ said: 'done' }])
    } finally {
      await connection.close()
    }
  })
})
