import { setTimeout as delay } from 'node:timers/promises'
import { createTableService } from '../../src/core/table-service'
import { waitUntil } from '../../test/support/wait-until'
import { effort } from '../../test/support/effort'
import { recordedConnection, type RecordedConnection } from '../../test/support/recorded-connection'
import { describeEachServer } from '../../test/support/describe-each-server'
import { FileConnection } from './file-connection'
import { SchemaSize } from './schema-size'

const MAX_ENTRIES = 2000

describeEachServer('sqlite', 'the size of a schema', (server) => {
  let connection: RecordedConnection
  afterEach(() => {
    jest.restoreAllMocks()
    return connection.close()
  })

  it('is large with many columns', async () => {
    const columns = Array.from({ length: 2000 }, (_, n) => `${'c'.repeat(20)}${n} text`).join()
    const tables = Array.from({ length: 20 }, (_, n) => `create table t${n} (${columns})`)
    const url = await server.create(['begin', ...tables, 'commit'])
    connection = recordedConnection(url)
    expect(await new SchemaSize(connection.catalogue).isSmall('1')).toBe(false)
  })

  it.each([
    [MAX_ENTRIES, true],
    [MAX_ENTRIES + 1, false],
  ])(
    'with %d entries, is small, so that the main thread reads pages: %s',
    async (count, isSmall) => {
      const tables = Array.from(
        { length: count },
        (_, n) => `create table t${n} (id integer primary key)`,
      )
      const url = await server.create(['begin', ...tables, 'insert into t0 values (1)', 'commit'])
      connection = recordedConnection(url)
      expect(await new SchemaSize(connection.catalogue).isSmall('1')).toBe(isSmall)
      const service = createTableService(connection, connection.dialect)
      // Reader processes have their own.
      const inMainThread = jest.spyOn(FileConnection.prototype, 'all')
      const isReadInMainThread = async (): Promise<boolean> => {
        inMainThread.mockClear()
        await service.query({ table: 't0', page: 1, limit: 10, filter: '', sort: [] })
        return inMainThread.mock.calls.length > 0
      }
      if (isSmall) await waitUntil(isReadInMainThread)
      else {
        for (let read = 0; read < effort(5, 20); read++) {
          expect(await isReadInMainThread()).toBe(false)
          await delay(20)
        }
      }
    },
  )

  it('is counted once for each version', async () => {
    const url = await server.create(['create table t (id int)'])
    connection = recordedConnection(url)
    const size = new SchemaSize(connection.catalogue)
    for (const version of ['1', '1', '2', '2']) expect(await size.isSmall(version)).toBe(true)
    expect(connection.catalogueStatements).toHaveLength(2)
  })

  it('is counted again after a failure', async () => {
    const url = await server.create(['create table t (id int)'])
    connection = recordedConnection(url)
    const { catalogue } = connection
    let fails = true
    const size = new SchemaSize({
      builder: catalogue.builder,
      readRows: (statement) =>
        fails ? Promise.reject(new Error('busy')) : catalogue.readRows(statement),
    })
    expect(await size.isSmall('1')).toBe(false)
    fails = false
    expect(await size.isSmall('1')).toBe(true)
  })
})
