/** How the pool opens, sets up and ends sessions of Postgres. */
import type { ClientConfig } from 'pg'
import { errorCode } from '../../src/dialect/driver-error'
import type { SessionDriver } from '../../src/dialect/sessions/session-driver'
import { cancelStatement } from './cancel-request'
import type { SessionChangeDetection } from './change-detection'
import { detectPooler } from './pooled-session'
import { MAX_STATEMENTS } from './prepared-statement'
import { Session } from './session'

/** @param settings SQL that runs first in every session that is not behind a pooler */
export function sessionDriver(
  config: ClientConfig,
  settings: string,
  changes: SessionChangeDetection,
): SessionDriver<Session> {
  return {
    create: () => {
      const session = new Session(config)
      // The running statement gets the error too. Without a listener, Node.js would end the process.
      session.on('error', () => {
        session.drop()
      })
      return session
    },
    connect: (session) => session.connect(),
    setUp: async (session) => {
      session.isPooled = await detectPooler(session)
      if (session.isPooled) {
        changes.disable()
        return
      }
      changes.watch(session)
      await session.query(settings)
    },
    // The server holds a plan in memory for each statement that a session has prepared.
    isUsable: ({ connection: { stream }, prepared }) =>
      stream.readable && stream.writable && prepared.size < MAX_STATEMENTS,
    cancel: cancelStatement,
    close: (session) => session.end(),
    destroy: (session) => {
      session.drop()
    },
    // https://www.postgresql.org/docs/current/errcodes-appendix.html: query_canceled
    isTimeout: (error) => errorCode(error) === '57014',
  }
}
