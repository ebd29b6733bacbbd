/** Stops a session's statement by the protocol's own request, which poolers pass on. */
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { Connection } from 'pg'
import type { Session } from './session'

/** What the types of pg leave out. */
type CancelConnection = Connection & {
  connect(port: number | string, host?: string): void
  requestSsl(): void
  cancel(processID: number, secretKey: number): void
}

/** Milliseconds after which a request is repeated: it may arrive before the statement does. */
const REPEAT = 200

/** Milliseconds that a request may take. */
const TIMEOUT = 2000

/** Asks until the session's statement has ended, or its connection. */
export async function cancelStatement(session: Session): Promise<void> {
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
    // The server says nothing, and closes the connection when it has done as asked.
    await once(connection, 'end')
  } finally {
    clearTimeout(timer)
    connection.stream.destroy()
    // An end that comes with an error has been told already.
    connection.on('error', () => undefined)
  }
}
