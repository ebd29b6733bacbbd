/** Several servers behind one address, as behind a proxy of TCP connections. */
import { setTimeout as delay } from 'node:timers/promises'
import { once } from 'node:events'
import { connect, createServer, type AddressInfo } from 'node:net'
import { describeEachServer } from '../../test/support/describe-each-server'
import { recordedConnection } from '../../test/support/recorded-connection'
import { primaryAndStandby } from '../../test/engines/postgres/primary-and-standby'

describeEachServer('postgres', 'several servers behind one address', () => {
  const servers = primaryAndStandby()

  it('show that one of them may have crashed when its sessions have ended', async () => {
    let next = servers.primary.url
    const proxy = createServer((client) => {
      const server = connect(Number(new URL(next).port), '127.0.0.1')
      for (const socket of [client, server]) socket.on('error', () => undefined)
      client.pipe(server).pipe(client)
    }).listen(0, '127.0.0.1')
    await once(proxy, 'listening')
    const url = new URL(servers.primary.url)
    url.port = String((proxy.address() as AddressInfo).port)
    url.searchParams.set('application_name', 'proxied')
    const connection = recordedConnection(url.href, { poolSize: 2 })
    try {
      const read = (): Promise<unknown> =>
        connection.readRows({ sql: 'select pg_sleep(0.3)', bindings: [] })
      await read()
      next = servers.standby.url
      await Promise.all([read(), read()])
      const before = connection.changes.counter()
      const standby = await servers.connect(servers.standby.url)
      const end = await standby.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'proxied'",
      )
      expect(end.rows).toHaveLength(1)
      await delay(300)
      await Promise.all([read(), read()])
      expect(connection.changes.counter()).not.toBe(before)
    } finally {
      await connection.close()
      proxy.close()
    }
  })
})
