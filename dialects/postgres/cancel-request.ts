/** Cancels a session's statement by a cancel request of the protocol, which poolers forward. */
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { Connection } from 'pg'
import type { Session } from './session'

/** Members that the types of pg lack. */
export type CancelConnection = Connection & {
  connect(port: number | string, host?: string): void
  requestSsl(): void
  cancel(processID: number, secretKey: number): void
}

/** Milliseconds after which a request is repeated: it may arrive before the statement does. */
const REPEAT = 200

/** Milliseconds that a request may take. */
const TIMEOUT = 2000

/** Repeats the request until the session's statement or its connection has ended. */
export async function cancelStatement(session: Session): Promise<void> {
  // Before the first of several statements, or between two, nothing runs, and neither event below would come.
  if (session.readyForQuery) return
  const ended = Promise.race([once(session, 'drain'), once(session, 'end')]).then(
    () => true,
    () => true,
  )
  const later = (): Promise<boolean> => delay(REPEAT).then(() => false)
  do await requestCancel(session)
  while (!(await Promise.race([ended, later()])))
}

/** https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-CANCELING-REQUESTS */
async function requestCancel({ processID, secretKey, host, port, ssl }: Session): Promise<void> {
  if (processID === null || secretKey === null) throw new Error('the session has no secret key')
  const connection = new Connection({ ssl }) as CancelConnection
  const timer = setTimeout(() => connection.stream.destroy(), TIMEOUT)
  try {
    const send = (): void => {
      connection.cancel(processID, secretKey)
    }
    connection.once('connect', () => {
      if (ssl) connection.requestSsl()
      else send()
    })
    connection.once('sslconnect', send)
    if (host.startsWith('/')) connection.connect(`${host}/.s.PGSQL.${port}`)
    else connection.connect(port, host)
    // The server sends no response. It closes the connection when it has processed the request.
    await once(connection, 'end')
  } finally {
    clearTimeout(timer)
    connection.stream.destroy()
    // `once` has reported the first error. Without a listener, another one would end the process.
    connection.on('error', () => undefined)
  }
}
