/** A pooler whose connections are all in use, and a locked table behind it. */
import { Client } from 'pg'
import { describeEachServer } from '../../test/support/describe-each-server'
import { testsThatNeed } from '../../test/support/left-out'
import { startTestApp } from '../../test/support/test-app'
import { startPgbouncer } from '../../test/engines/postgres/pgbouncer'
import { waitingLocks } from '../../test/engines/postgres/waiting-locks'

const { it } = testsThatNeed('pgbouncer')

describeEachServer('postgres', 'idle connections', (server) => {
  it('are given back to a pooler in session mode', async () => {
    const { url } = await server.serve(['create table things (id int primary key)'])
    const pooler = await startPgbouncer(server.url, { mode: 'session', poolSize: 3 })
    const app = await startTestApp(pooler.url(url), { poolSize: 3, idleTimeout: 500 })
    const others = Array.from({ length: 3 }, () => new Client(pooler.url(url)))
    try {
      const pages = Array.from({ length: 12 }, (_, page) =>
        app.get(`query?table=things&page=${page + 1}`),
      )
      for (const { status } of await Promise.all(pages)) expect(status).toBe(200)
      for (const other of others) await other.connect()
      const began = Date.now()
      await Promise.all(others.map((other) => other.query('select 1')))
      expect(Date.now() - began).toBeLessThan(5000)
    } finally {
      for (const other of others) await other.end()
      await app.stop()
      await pooler.stop()
    }
  })
})

describeEachServer('postgres', 'a locked table behind a pooler', (server) => {
  const TIMEOUT = 1000

  it('keeps requests that share a count waiting up to the statement timeout', async () => {
    const { url } = await server.serve(['create table things (id int primary key)'])
    const pooler = await startPgbouncer(server.url, { mode: 'transaction', poolSize: 3 })
    const app = await startTestApp(pooler.url(url), { poolSize: 1, statementTimeout: TIMEOUT })
    const writer = new Client(url)
    await writer.connect()
    try {
      await app.get('query?table=things')
      await writer.query('begin')
      await writer.query('lock table things in access exclusive mode')
      const began = Date.now()
      const pages = [1, 2, 3].map((page) => app.get(`query?table=things&page=${page}`))
      for (const { status } of await Promise.all(pages)) expect(status).toBe(500)
      expect(Date.now() - began).toBeLessThan(4 * TIMEOUT)
      expect(await waitingLocks(writer)).toBe(0)
      await writer.query('commit')
      expect((await app.get('query?table=things')).status).toBe(200)
    } finally {
      await writer.end()
      await app.stop()
      await pooler.stop()
    }
  })
})
