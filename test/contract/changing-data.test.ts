import { setTimeout as delay } from 'node:timers/promises'
import type { FixtureWriter } from '../../fixtures/fixture-storage'
import type { Fixture } from '../../fixtures/fixture-table'
import { createTableService } from '../../src/core/table-service'
import { besideWriter } from '../support/beside-writer'
import { changingConnection } from '../support/changing-connection'
import { describeEachDialect } from '../support/describe-each-engine'
import { effort } from '../support/effort'
import { recordedConnection } from '../support/recorded-connection'

/** Rows are added and deleted in pairs: an odd total proves that a response mixes two snapshots. */
const fixture: Fixture = {
  tables: [
    {
      name: 'pairs',
      columns: [{ name: 'id', type: { kind: 'integer' } }],
      primaryKey: ['id'],
      rows: () => [],
    },
    {
      name: 'changing',
      columns: [
        { name: 'id', type: { kind: 'integer' } },
        { name: 'word', type: { kind: 'varchar', length: 20 } },
      ],
      primaryKey: ['id'],
      rows: () => [[1, 'one']],
    },
  ],
  views: [],
}

describeEachDialect('while data changes', fixture, (t) => {
  const withWriter = async (work: (writer: FixtureWriter) => Promise<void>): Promise<void> => {
    const writer = await t.storage.open(t.database.url)
    try {
      await work(writer)
    } finally {
      await writer.close()
    }
  }
  const run = (sql: string): Promise<void> => withWriter((writer) => writer.run(sql))

  it('reads the total and the rows in one snapshot', async () => {
    const count = effort(80, 400)
    let reads = 0
    const totals = new Set<number>()
    const write = (hasStopped: () => boolean): Promise<void> =>
      withWriter(async (writer) => {
        for (let n = 1; !hasStopped(); n += 2) {
          await writer.run(`insert into pairs (id) values (${n}), (${n + 1})`)
          if (n % 20 === 19) await writer.run('delete from pairs')
          // The writer of SQLite and the app share this thread.
          await delay(1)
        }
      })
    const read = async (): Promise<void> => {
      for (; reads < count || totals.size < 10; reads++) {
        const page = 1 + (reads % 3)
        const { text } = await t.app.get(`query?table=pairs&limit=4&page=${page}`)
        const { data, pagination } = JSON.parse(text) as {
          data: unknown[]
          pagination: { total: number }
        }
        totals.add(pagination.total)
        expect(pagination.total % 2).toBe(0)
        expect(data).toHaveLength(Math.max(0, Math.min(4, pagination.total - (page - 1) * 4)))
      }
    }
    await besideWriter(write, [read, read, read])
  }, 60_000)

  it('shows a new table and a new column when the catalogue cache has expired', async () => {
    expect((await t.app.get('query?table=late')).status).toBe(404)
    await t.app.get('tables/changing')
    await run('create table late (id integer not null primary key)')
    await run('alter table changing add column extra integer')
    t.app.expireCaches()
    expect((await t.app.get('query?table=late')).status).toBe(200)
    expect((await t.app.get('tables/changing')).text).toContain('"extra"')
  })

  it('omits a dropped column at once, without an error', async () => {
    await t.app.get('query?table=changing')
    await run('alter table changing drop column word')
    const { status, text } = await t.app.get('query?table=changing')
    expect(JSON.parse(text)).toMatchObject({ data: [{ id: 1 }] })
    expect(text).not.toContain('word')
    expect(status).toBe(200)
  })

  it('reads a table again that was renamed and has its old name again', async () => {
    const connection = recordedConnection(t.database.url)
    const renaming = changingConnection(connection, async (before) => {
      // The first statement fails, the second does not.
      if (before === 0) await run('alter table changing rename to renamed')
    })
    const readRows: typeof renaming.readRows = (statement, signal) =>
      renaming.readRows(statement, signal).catch(async (error: unknown) => {
        await run('alter table renamed rename to changing')
        throw error
      })
    const renamed = { ...renaming, readRows }
    const tables = createTableService(renamed, connection.dialect, { plainReads: true })
    try {
      const query = { table: 'changing', page: 1, limit: 5, filter: '', sort: [] }
      expect((await tables.query(query)).pagination.total).toBe(1)
      expect(connection.statements).toHaveLength(2)
    } finally {
      await connection.close()
    }
  })

  it('responds 404 for a dropped table at once', async () => {
    expect((await t.app.get('query?table=changing')).status).toBe(200)
    await run('drop table changing')
    const { status, text } = await t.app.get('query?table=changing')
    expect(JSON.parse(text)).toMatchObject({
      error: 'TABLE_NOT_FOUND',
      details: { table: 'changing', availableTables: ['late', 'pairs'] },
    })
    expect(status).toBe(404)
  })
})
