/** Behind a pooler, other programs use the same sessions of the server: no state may remain on them. */
import { describeEachServer } from '../../test/support/describe-each-server'
import { startPgbouncer } from '../../test/engines/postgres/pgbouncer'
import { testPooler } from '../../test/engines/postgres/pooler-tests'

describeEachServer('postgres', 'pgbouncer in transaction mode', (server) => {
  testPooler(server, {
    start: (url) => startPgbouncer(url, { mode: 'transaction' }),
    poolSize: 12,
    needs: 'pgbouncer',
  })
})
