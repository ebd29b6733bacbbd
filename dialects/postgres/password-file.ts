/** Finds the password of a login in `~/.pgpass`, or in the file that `PGPASSFILE` names. */
import { Writable } from 'node:stream'
import pgpass from 'pgpass'

/** https://www.postgresql.org/docs/current/libpq-pgpass.html */
export interface Login {
  readonly host: string
  readonly port: number
  readonly user: string | undefined
  readonly database: string | undefined
}

// It would write text among the JSON lines of the log, at each login.
pgpass.warnTo(
  new Writable({
    write: (_chunk, _encoding, done) => {
      done()
    },
  }),
)

/** Empty if there is none, or if others than its owner may read the file. */
export function passwordOfFile(login: Login): Promise<string> {
  return new Promise((resolve) => {
    pgpass(login, (password) => {
      resolve(password ?? '')
    })
  })
}
