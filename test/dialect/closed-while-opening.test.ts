/** A database that is closed while its connections are being opened, which a silent server can delay for long. */
import { once } from 'node:events'
import { recordedConnection } from '../support/recorded-connection'
import { withSilentServer } from '../support/silent-server'

it.each([
  ['postgres://u:pw@127.0.0.1:PORT/db'],
  ['postgres://u:pw@127.0.0.1:PORT,localhost:PORT/db'],
  ['postgres://u:pw@127.0.0.1:PORT/db?sslmode=prefer'],
  ['mysql://u:pw@127.0.0.1:PORT/db'],
  ['mysql://u:pw@127.0.0.1:PORT,localhost:PORT/db'],
  ['mysql://u:pw@127.0.0.1:PORT/db?sslmode=preferred'],
])('gives up the sessions of %s', async (url) => {
  await withSilentServer(async (port, server) => {
    const connection = recordedConnection(url.replaceAll('PORT', String(port)), {
      connectTimeout: 600_000,
    })
    const connected = server.nextConnection()
    const reading = connection.readRows({ sql: 'select 1', bindings: [] })
    const refused = expect(reading).rejects.toThrow('the connection is closed')
    const left = once(await connected, 'close')
    const reaching = connection.sessions.reachDatabase()
    const unreached = expect(reaching).rejects.toThrow('the connection is closed')
    await Promise.all([connection.close(), refused, unreached, left])
  })
})
