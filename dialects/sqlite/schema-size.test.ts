import { recordedConnection, type RecordedConnection } from '../../test/support/recorded-connection'
import { describeEachServer } from '../../test/support/describe-each-server'
import { SchemaSize } from './schema-size'

const TABLES = 2000

describeEachServer('sqlite', 'the size of a schema', (server) => {
  let connection: RecordedConnection
  afterEach(() => connection.close())

  it.each([
    [TABLES, true],
    [TABLES + 1, false],
  ])('with %d tables: small is %s', async (count, isSmall) => {
    const tables = Array.from({ length: count }, (_, n) => `create table t${n} (id int)`)
    const { url } = await server.serve(['begin', ...tables, 'commit'])
    connection = recordedConnection(url)
    expect(await new SchemaSize(connection.catalogue).isSmall('1')).toBe(isSmall)
  })

  it('is counted once for each version', async () => {
    const { url } = await server.serve(['create table t (id int)'])
    connection = recordedConnection(url)
    const size = new SchemaSize(connection.catalogue)
    for (const version of ['1', '1', '2', '2']) expect(await size.isSmall(version)).toBe(true)
    expect(connection.catalogueStatements).toHaveLength(2)
  })

  it('is counted again after a failure', async () => {
    const { url } = await server.serve(['create table t (id int)'])
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
