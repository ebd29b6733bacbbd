/**
 * Conditional requests: 304 without a read of the table, and never for data that has changed.
 *
 * @quiet A write to any database of the server invalidates an ETag.
 */
import type { FixtureWriter } from '../../fixtures/fixture-storage'
import type { Fixture } from '../../fixtures/fixture-table'
import { createApp, readPermissions, permissionsBy } from '../../src'
import { createTableService } from '../../src/core/table-service'
import { describeEachDialect, withoutApp } from '../support/describe-each-engine'
import { effort } from '../support/effort'
import { recordedConnection, type RecordedConnection } from '../support/recorded-connection'
import { serveApp, type ServedApp } from '../support/serve-app'
import { testClock } from '../support/test-clock'
import { STILL_TEST_TIMEOUT, whileStill } from '../support/while-still'

jest.setTimeout(STILL_TEST_TIMEOUT)

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

/** Milliseconds; MySQL and MariaDB must have written nothing for a second. */
const SECOND = 1000

/** Of the same row. */
const CHANGES = effort(10, 100)

withoutApp(describeEachDialect)('caching', fixture, (t) => {
  let connection: RecordedConnection
  let served: ServedApp
  const clock = testClock()
  /** By which the connection knows how long nothing has been written. */
  const writeClock = testClock(() => 0)

  /** Closes the writer at once: an open one would keep the database from being dropped. */
  const withWriter = async (write: (writer: FixtureWriter) => Promise<void>): Promise<void> => {
    const writer = await t.storage.open(t.database.url)
    await write(writer).finally(() => writer.close())
  }

  beforeAll(async () => {
    await withWriter((w) => w.run('create view seen as select id, note from ledger'))
    connection = recordedConnection(t.database.url, { now: writeClock.now })
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
  /**
   * Takes the steps while nothing is written, a second after a request has shown the program the current state
   * of the server.
   */
  const whileUnchanged = <Seen>(steps: () => Promise<Seen>): Promise<Seen> =>
    whileStill(t, t.database.url, async () => {
      writeClock.advance(SECOND)
      await tagOf('query?table=ledger&limit=2')
      writeClock.advance(SECOND)
      return steps()
    })
  const presentTagOf = (query: string): Promise<string | null> => whileUnchanged(() => tagOf(query))
  const PAGE = 'query?table=ledger&filter=note&sort=note:desc'

  it('sends a strong ETag for a table, and none for a view', async () => {
    const tags = await whileUnchanged(async () => ({
      table: await tagOf('query?table=ledger'),
      view: await tagOf('query?table=seen'),
    }))
    expect(tags).toEqual({ table: expect.stringMatching(/^"[\w-]{27}"$/) as unknown, view: null })
  })

  it('responds 304 without a read of the table', async () => {
    const { tag, response, statements } = await whileUnchanged(async () => {
      const tag = await tagOf(PAGE)
      connection.statements.length = 0
      const response = await send(PAGE, `"x", ${tag}`)
      return { tag, response, statements: [...connection.statements] }
    })
    expect(tag).toMatch(/^"/)
    expect([response.status, await response.text()]).toEqual([304, ''])
    const { headers } = response
    expect(headers.get('ETag')).toBe(tag)
    expect(headers.get('Cache-Control')).toBe('private, max-age=5')
    expect(headers.get('Vary')).toBe('Accept-Encoding, Authorization')
    for (const { sql } of statements) expect(sql).not.toContain('ledger')
    expect(statements.length).toBeLessThanOrEqual(1)
  })

  it.each(['page=2', 'limit=9', 'columns=id', 'columns=note,id', 'filter=1', 'sort=note:asc'])(
    'sends another ETag with %s',
    async (parameter) => {
      const [tag, response] = await whileUnchanged(async () => {
        const tag = await tagOf('query?table=ledger')
        return [tag, await send(`query?table=ledger&${parameter}`, tag)] as const
      })
      expect(tag).toMatch(/^"/)
      expect(response.status).toBe(200)
      expect(response.headers.get('ETag')).toMatch(/^"/)
      expect(response.headers.get('ETag')).not.toBe(tag)
    },
  )

  it('sends another ETag to a caller with fewer permissions', async () => {
    const { tag, few, nobody } = await whileUnchanged(async () => {
      const tag = await tagOf('query?table=ledger')
      const [few, nobody] = [
        await send('query?table=ledger', tag, 'few'),
        await send('query?table=ledger', tag, 'nobody'),
      ]
      return { tag, few, nobody }
    })
    expect(tag).toMatch(/^"/)
    expect([few.status, nobody.status]).toEqual([200, 404])
    expect(few.headers.get('ETag')).toMatch(/^"/)
    expect(few.headers.get('ETag')).not.toBe(tag)
  })

  it('responds with the new data after each change', async () => {
    const query = 'query?table=ledger&limit=1'
    let tag = await presentTagOf(query)
    expect(tag).toMatch(/^"/)
    await withWriter(async (writer) => {
      for (let change = 0; change < CHANGES; change++) {
        await writer.run(`update ledger set note = 'change ${change}' where id = 0`)
        const response = await send(query, tag)
        expect(await response.json()).toMatchObject({ data: [{ note: `change ${change}` }] })
        tag = response.headers.get('ETag') ?? tag
        if (change % 25 !== 0) continue
        const [current, status] = await whileUnchanged(async () => {
          const current = await tagOf(query)
          return [current, (await send(query, current)).status] as const
        })
        expect(status).toBe(304)
        tag = current
      }
    })
  })

  it('responds with the new column when one has been added', async () => {
    const tag = await presentTagOf('query?table=ledger&page=3')
    expect(tag).toMatch(/^"/)
    await withWriter((w) => w.run('alter table ledger add column more integer'))
    clock.expireCaches()
    const response = await send('query?table=ledger&page=3', tag)
    expect(await response.json()).toMatchObject({ columns: ['id', 'note', 'more'] })
  })

  it('forbids caches to store an error', async () => {
    for (const path of ['query?table=nope', 'query?table=ledger&page=0', 'nope']) {
      const tag = await presentTagOf('query?table=ledger')
      expect(tag).toMatch(/^"/)
      const { headers } = await send(path, tag)
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
