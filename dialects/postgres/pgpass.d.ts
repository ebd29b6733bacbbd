declare module 'pgpass' {
  import type { Writable } from 'node:stream'
  import type { Login } from './password-file'

  /** @param done gets the password, or `undefined` */
  function pgpass(login: Login, done: (password: string | undefined) => void): void
  namespace pgpass {
    /** Changes where warnings are written. */
    function warnTo(stream: Writable): Writable
  }
  export = pgpass
}
