/** pgpool-II, which reuses the sessions of disconnected clients for later clients. */
import { startPgpool } from '../engines/postgres/pgpool'
import { testPooler } from '../engines/postgres/pooler-tests'
import { describeEachServer } from '../support/describe-each-server'

describeEachServer('postgres', 'pgpool-II', (server) => {
  testPooler(server, {
    start: startPgpool,
    poolSize: 12,
    hasOwnSessions: true,
    needs: 'pgpool',
    description: '',
  })
})
