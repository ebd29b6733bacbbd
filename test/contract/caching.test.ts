/**
 * Conditional requests: 304 without a read of the table, and never for data that has changed.
 *
 * @quiet A write to any database of the server invalidates an ETag.
 */
import { setTimeout as delay } from 'node:timers/promises'
import type { FixtureWriter } from '../../fixtures/fixture-storage'
import type { Fixture } from '../../fixtures/fixture-table'
import { createApp, readPermissions, permissionsBy } from '../../src'
import { createTableService } from '../../src/core/table-service'
import { describeEachEngine } from '../support/describe-each-engine'
import { recordedConnection, type RecordedConnection } from '../support/recorded-connection'
import { serveApp, type ServedApp } from '../support/serve-app'
import { testClock } from '../support/test-clock'

const fixture: Fixture = {
  tables: [
    {
      name: 'ledger',
      columns: [
        { name: 'id', type: { kind: 'integer' } },
        { name: 'note', type: { kind: 'varchar', length: 20 } },
      ],
      primaryKey: ['id'],
      rows: () => Array.from({ length: 30 }, (_, id) => [id, `note ${id}`]),
    },
  ],
  views: [],
}

const permissions = readPermissions({
  roles: { all: { allow: ['*'] }, few: { allow: { ledger: ['id'] } } },
})

describeEachEngine('caching', fixture, (t) => {
  let connection: RecordedConnection
  let served: ServedApp
  const clock = testClock()

  /** Closes the writer at once: an open one would keep the database from being dropped. */
  const withWriter = async (write: (writer: FixtureWriter) => Promise<void>): Promise<void> => {
    const writer = await t.storage.open(t.database.url)
    await write(writer).finally(() => writer.close())
  }

  beforeAll(async () => {
    await withWriter((w) => w.run('create view seen as select id, note from ledger'))
    connection = recordedConnection(t.database.url)
    const app = createApp({
      tables: createTableService(connection, connection.dialect, { now: clock.now }),
      cacheControl: 'private, max-age=5',
      authenticate: (ctx) => {
        const role = ctx.get('Authorization')
        return { authMethod: 'test', name: role, roles: [role] }
      },
      permissionOf: permissionsBy(permissions),
    })
    served = await serveApp(app)
  })
  afterAll(async () => {
    served.stop()
    await connection.close()
  })

  const send = (query: string, tag?: string | null, role = 'all'): Promise<Response> =>
    fetch(`${served.origin}/api/table-viewer/${query}`, {
      headers: { Authorization: role, ...(tag && { 'If-None-Match': tag }) },
    })
  const tagOf = async (query: string, role?: string): Promise<string | null> => {
    const response = await send(query, null, role)
    expect(response.status).toBe(200)
    await response.text()
    return response.headers.get('ETag')
  }
  /** Waits for an ETag: after a write, SQLite has none for milliseconds, MySQL and MariaDB for a second. */
  const nextTagOf = async (query: string, role?: string): Promise<string> => {
    const end = Date.now() + 10_000
    while (Date.now() < end) {
      const tag = await tagOf(query, role)
      if (tag !== null) return tag
      await delay(20)
    }
    throw new Error('no ETag within 10 s')
  }
  const PAGE = 'query?table=ledger&filter=note&sort=note:desc'

  /**
   * Sends an ETag until the response is 304, and returns both. The server may void an ETag by a write
   * of its own, such as a checkpoint.
   */
  const notModified = async (query: string): Promise<{ tag: string; response: Response }> => {
    const end = Date.now() + 10_000
    while (Date.now() < end) {
      const tag = await nextTagOf(query)
      connection.statements.length = 0
      const response = await send(query, `"x", ${tag}`)
      if (response.status === 304) return { tag, response }
      await response.text()
    }
    throw new Error('no 304 within 10 s')
  }

  it('sends a strong ETag for a table, and none for a view', async () => {
    expect(await nextTagOf('query?table=ledger')).toMatch(/^"[\w-]{27}"$/)
    expect(await tagOf('query?table=seen')).toBeNull()
  })

  it('responds 304 without a read of the table', async () => {
    const { tag, response } = await notModified(PAGE)
    expect(await response.text()).toBe('')
    const { headers } = response
    expect(headers.get('ETag')).toBe(tag)
    expect(headers.get('Cache-Control')).toBe('private, max-age=5')
    expect(headers.get('Vary')).toBe('Accept-Encoding, Authorization')
    for (const { sql } of connection.statements) expect(sql).not.toContain('ledger')
    expect(connection.statements.length).toBeLessThanOrEqual(1)
  })

  it.each(['page=2', 'limit=9', 'columns=id', 'columns=note,id', 'filter=1', 'sort=note:asc'])(
    'sends another ETag with %s',
    async (parameter) => {
      const tag = await nextTagOf('query?table=ledger')
      expect(tag).toMatch(/^"/)
      expect((await send(`query?table=ledger&${parameter}`, tag)).status).toBe(200)
    },
  )

  it('sends another ETag to a caller with fewer permissions', async () => {
    const tag = await nextTagOf('query?table=ledger')
    expect(tag).toMatch(/^"/)
    expect((await send('query?table=ledger', tag, 'few')).status).toBe(200)
    expect((await send('query?table=ledger', tag, 'nobody')).status).toBe(404)
  })

  it('responds with the new data after each change', async () => {
    const query = 'query?table=ledger&limit=1'
    let tag: string | null = await nextTagOf(query)
    await withWriter(async (writer) => {
      for (let change = 0; change < 100; change++) {
        await writer.run(`update ledger set note = 'change ${change}' where id = 0`)
        const response = await send(query, tag)
        expect(await response.json()).toMatchObject({ data: [{ note: `change ${change}` }] })
        tag = response.headers.get('ETag') ?? tag
        if (change % 25 === 0) tag = (await notModified(query)).tag
      }
    })
  }, 30_000)

  it('responds with the new column when one has been added', async () => {
    const tag = await nextTagOf('query?table=ledger&page=3')
    await withWriter((w) => w.run('alter table ledger add column more integer'))
    clock.expireCaches()
    const response = await send('query?table=ledger&page=3', tag)
    expect(await response.json()).toMatchObject({ columns: ['id', 'note', 'more'] })
  })

  it('forbids caches to store an error', async () => {
    for (const path of ['query?table=nope', 'query?table=ledger&page=0', 'nope']) {
      const { headers } = await send(path, await tagOf('query?table=ledger'))
      expect([headers.get('Cache-Control'), headers.get('ETag')]).toEqual(['no-store', null])
    }
  })

  it.each(['tables', 'tables/ledger'])(
    'responds 304 for %s while it is unchanged',
    async (path) => {
      const tag = await tagOf(path)
      expect(tag).toMatch(/^"/)
      expect((await send(path, tag)).status).toBe(304)
    },
  )
})
