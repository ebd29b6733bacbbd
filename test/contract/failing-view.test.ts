/** Failures of one table do not affect the catalogue cache of the others. */
import { conformance, people } from '../../fixtures/conformance/conformance'
import { createApp } from '../../src/app'
import { createTableService } from '../../src/core/table-service'
import { describeEachDialect, withoutApp } from '../support/describe-each-engine'
import { recordedConnection } from '../support/recorded-connection'
import { sendRequest } from '../support/send-request'
import { serveApp } from '../support/serve-app'

withoutApp(describeEachDialect)('a view that fails', { tables: [people], views: [] }, (t) => {
  it('does not invalidate the cached catalogue of other tables', async () => {
    const writer = await t.storage.open(t.database.url)
    const view = `select id, name, ${t.failingExpression} as failing from people`
    await writer.run(`create view fails as ${view}`).finally(() => writer.close())
    const connection = recordedConnection(t.database.url)
    const tables = createTableService(connection, connection.dialect, { now: () => 0 })
    const app = createApp({ tables })
    app.on('error', () => undefined)
    const served = await serveApp(app)
    const statusOf = async (query: string): Promise<number> =>
      (await sendRequest(served.origin, `/api/table-viewer/query?${query}`)).status
    const catalogueReads = connection.catalogueStatements
    try {
      // The statements that read the catalogue of both tables.
      expect([await statusOf('table=people'), await statusOf('table=fails')]).toEqual([200, 500])
      const once = catalogueReads.length
      catalogueReads.length = 0
      for (let limit = 1; limit <= 10; limit++) {
        expect(await statusOf(`table=fails&limit=${limit + 10}`)).toBe(500)
        expect(await statusOf(`table=people&limit=${limit}`)).toBe(200)
      }
      expect(catalogueReads.length).toBeLessThanOrEqual(once)
    } finally {
      served.stop()
      await connection.close()
    }
  })
})

withoutApp(describeEachDialect)('a table that does not change', conformance, (t) => {
  it('fails no check of its column types', async () => {
    const connection = recordedConnection(t.database.url)
    const failures: unknown[] = []
    const readRows: typeof connection.readRows = (statement, signal) =>
      connection.readRows(statement, signal).catch((error: unknown) => {
        failures.push(error)
        throw error
      })
    const tables = createTableService({ ...connection, readRows }, connection.dialect)
    try {
      for (const table of await tables.listTables()) {
        for (const filter of ['', 'a']) {
          for (const page of [1, 2]) {
            await tables.query({ table, page, limit: 3, filter, sort: [] })
          }
        }
      }
      expect(failures).toEqual([])
      const checked = connection.statements.filter(({ resultTypes }) => resultTypes?.some(Boolean))
      expect(checked.length).toBeGreaterThan(0)
    } finally {
      await connection.close()
    }
  })
})
