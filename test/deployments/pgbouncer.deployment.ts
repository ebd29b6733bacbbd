/** pgbouncer in each mode, with and without its support of prepared statements. */
import { startPgbouncer, type PgbouncerOptions } from '../engines/postgres/pgbouncer'
import { testPooler } from '../engines/postgres/pooler-tests'
import { describeEachServer } from '../support/describe-each-server'

const prepares = { program: 'pgbouncer-new', settings: ['max_prepared_statements = 100'] } as const

const POOLERS: readonly PgbouncerOptions[] = [
  { mode: 'session', poolSize: 20 },
  { mode: 'statement' },
  { mode: 'session', poolSize: 20, ...prepares },
  { mode: 'transaction', ...prepares },
  { mode: 'statement', ...prepares },
]

for (const options of POOLERS) {
  const { mode, program = 'pgbouncer' } = options
  const title = `${program === 'pgbouncer' ? 'pgbouncer' : 'pgbouncer with prepared statements'} in ${mode} mode`
  describeEachServer('postgres', title, (server) => {
    testPooler(server, {
      start: (url) => startPgbouncer(url, options),
      poolSize: mode === 'session' ? 8 : 12,
      needs: program,
      // The product cannot distinguish session mode from transaction mode with many server connections.
      description: ` through a pooler${mode === 'session' ? '' : ` in ${mode} mode`}`,
    })
  })
}
