/** A table that changes after the app has read the catalogue and before the statement runs. */
import { describeEachServer } from '../../test/support/describe-each-server'
import { effort } from '../../test/support/effort'
import { recordedConnection } from '../../test/support/recorded-connection'
import { outdatedResponses, retypings } from '../../test/support/retyped-column'
import { createTableService } from '../../src/core/table-service'
import type { TableQuery } from '../../src/core/table-query'
import { hasMysqlVectors } from '../../test/engines/mysql/differences'
import { fixtureStorage } from '../../test/engines/mysql/fixture-storage'

const TYPES = [
  { type: 'int', value: '12' },
  { type: 'varchar(20)', value: `'1 "x" \\\\ '` },
  { type: 'bigint unsigned', value: '18446744073709551615' },
  { type: 'text', value: `'{"a": "b"'` },
  { type: 'double', value: '0.1' },
  { type: 'float', value: '0.1' },
  { type: 'decimal(10,2)', value: '12.50' },
  { type: 'datetime(3)', value: `'2024-02-29 13:05:06.120'` },
  { type: 'timestamp', value: `'2024-02-29 13:05:06'` },
  { type: 'time', value: `'13:05:06'` },
  { type: 'year', value: '2024' },
  { type: 'varbinary(10)', value: `x'00ff'` },
  { type: 'bit(5)', value: `b'101'` },
  { type: `enum('1 good', 'bad')`, value: `'1 good'` },
]

/** Under stress, all; else types of numbers, texts, times, bytes and bits. */
const retyped = effort(
  TYPES.filter(({ type }) => /^(int|decimal|varchar|datetime|varbinary|bit)\b/.test(type)),
  TYPES,
)

describeEachServer('mysql', 'a table that has just changed', (server) => {
  it('has values of its new type in the next response, for each pair of types', async () => {
    const app = await server.serve([
      'create table retyped (id int primary key, v int)',
      'create table probe (v json)',
      `insert into probe values ('{"a": [1, "b"]}')`,
    ])
    const isJson = (await app.get('tables/probe')).text.includes('"json"')
    // MariaDB sends JSON as text, so the app may use the cached type for up to a second.
    const jsonType = isJson ? [{ type: 'json', value: `'{"a": [1, "b"]}'` }] : []
    const outdated: string[] = []
    const writer = await fixtureStorage.open(app.url)
    try {
      for (const [from, to, first] of retypings([...retyped, ...jsonType])) {
        await writer.run('drop table retyped')
        await writer.run(`create table retyped (id int primary key, v ${from.type} null)`)
        await writer.run(`insert into retyped values (1, ${from.value}), (2, null)`)
        await app.get('query?table=retyped')
        const responses = await outdatedResponses(app, writer, {
          first,
          change: [
            'alter table retyped drop column v',
            `alter table retyped add column v ${to.type} null`,
            `update retyped set v = ${to.value} where id = 1`,
          ],
        })
        outdated.push(...responses.map((response) => `${from.type} to ${to.type}: ${response}`))
      }
    } finally {
      await writer.close()
    }
    expect(outdated).toEqual([])
  }, 120_000)

  it('has booleans only while their type is tinyint(1)', async () => {
    const app = await server.serve([
      'create table flags (id int primary key, f tinyint(1))',
      'insert into flags values (1, 1), (2, 0)',
      'create view seen as select * from flags',
    ])
    const read = async (): Promise<string[]> => {
      const responses = [await app.get('query?table=flags'), await app.get('query?table=seen')]
      return responses.map(({ text }) => text.replace(/\],"columns".*/, ']'))
    }
    const booleans = '{"data":[{"id":1,"f":true},{"id":2,"f":false}]'
    const numbers = '{"data":[{"id":1,"f":1},{"id":2,"f":0}]'
    for (const [type, data] of [
      ['tinyint(1)', booleans],
      ['tinyint', numbers],
      ['tinyint(1)', booleans],
      ['tinyint unsigned', numbers],
      ['tinyint(1) unsigned', numbers],
    ]) {
      await change(app.url, [`alter table flags modify f ${type}`])
      expect([type, await read()]).toEqual([type, [data, data]])
    }
  })

  if (server.name === 'mysql') {
    it('has vectors only while their type is vector', async () => {
      const hasVectors = await hasMysqlVectors(server.url)
      const app = await server.serve([
        // Only MySQL 9 executes the comments.
        'create table vectors (id int primary key, a blob /*!90000 , b vector(2) */)',
        "insert into vectors values (1, x'00' /*!90000 , string_to_vector('[1, 2]') */)",
      ])
      const { columns } = JSON.parse((await app.get('tables/vectors')).text) as {
        columns: { type: string }[]
      }
      const types = columns.map(({ type }) => type)
      expect(types).toEqual(['int', 'blob', ...(hasVectors ? ['vector(2)'] : [])])
      if (!hasVectors) return
      for (const [a, b] of [
        ['"AA=="', '"[1,2]"'],
        ['"[1,2]"', '"AA=="'],
        ['"AA=="', '"[1,2]"'],
      ]) {
        const { text } = await app.get('query?table=vectors&columns=a,b')
        expect(text).toContain(`"data":[{"a":${a},"b":${b}}]`)
        await change(app.url, ['alter table vectors rename column a to b, rename column b to a'])
      }
    })
  }

  const change = async (url: string, statements: readonly string[]): Promise<void> => {
    const writer = await fixtureStorage.open(url)
    try {
      for (const statement of statements) await writer.run(statement)
    } finally {
      await writer.close()
    }
  }

  it.each<[string, string, string]>([
    ['sort', 'varchar(400)', 'columns=id&sort=v:asc'],
    ...effort<[string, string, string][]>(
      [],
      [
        ['sort', 'text', 'columns=id&sort=v:asc'],
        ['sort', 'json', 'columns=id&sort=v:asc'],
      ],
    ),
    ['sort of a search', 'varchar(400)', 'columns=id&sort=v:asc&filter=x'],
    ['key', 'varchar(400) not null', 'columns=id'],
  ])('has the order of its new type, if it is not selected: %s by %s', async (_, type, query) => {
    const isKey = type.endsWith('not null')
    const app = await server.serve([
      `create table ordered (id int, v ${type}, w text${isKey ? ', unique (v(250))' : ''})`,
      `insert into ordered values (10, '10', 'x'), (9, '9', 'x')`,
      ...(isKey ? ['alter table ordered add primary key (v)'] : []),
    ])
    const path = `query?table=ordered&${query}`
    expect((await app.get(path)).text).toContain('"data":[{"id":10},{"id":9}]')
    await change(app.url, [
      ...(isKey ? ['alter table ordered drop primary key, drop index v'] : []),
      `alter table ordered modify v int ${isKey ? 'primary key' : ''}`,
    ])
    expect((await app.get(path)).text).toContain('"data":[{"id":9},{"id":10}]')
  })

  it('is not searched in a column that is not text any more, even if that is not selected', async () => {
    const app = await server.serve([
      'create table searched (id int primary key, v varchar(9))',
      `insert into searched values (1, '12'), (2, '21')`,
    ])
    const path = 'query?table=searched&columns=id&filter=12'
    expect((await app.get(path)).text).toContain('"data":[{"id":1}]')
    await change(app.url, ['alter table searched modify v int'])
    expect((await app.get(path)).text).toContain('"data":[]')
  })

  it('has each row once after its key is dropped', async () => {
    const app = await server.serve([
      'create table keyed (id int primary key, v varchar(9))',
      `insert into keyed values (1, 'a'), (2, 'a')`,
    ])
    await app.get('query?table=keyed&filter=a')
    await change(app.url, [
      'alter table keyed drop primary key, modify id int null',
      `insert into keyed values (1, 'ab'), (null, 'a')`,
    ])
    const { text } = await app.get('query?table=keyed&filter=a&columns=v,id')
    expect(JSON.parse(text)).toMatchObject({
      data: [
        { v: 'a', id: null },
        { v: 'a', id: 1 },
        { v: 'ab', id: 1 },
        { v: 'a', id: 2 },
      ],
      pagination: { total: 4 },
    })
  })

  it('has no dropped column: a request for it is refused', async () => {
    const app = await server.serve(['create table cut (id int, cell text)'])
    await app.get('query?table=cut')
    await change(app.url, ['alter table cut drop column cell'])
    const { status } = await app.get('query?table=cut&filter=x&filterColumns=cell&columns=cell')
    expect(status).toBe(400)
  })

  it('is read by one statement while its columns of every type are unchanged', async () => {
    const types = [
      'tinyint',
      'tinyint(1)',
      'tinyint(1) unsigned',
      'tinyint(1) zerofill',
      'tinyint unsigned',
      'mediumint',
      'int unsigned zerofill',
      'bit(1)',
      'date',
      'char(5) character set latin1',
      'binary(4)',
      'longblob',
      'longtext',
      'json',
      `set('a','b')`,
      'point',
      ...TYPES.map(({ type }) => type),
    ]
    const columns = types.map((type, index) => `c${index} ${type} null`)
    const url = await server.create([
      `create table typed (id int primary key, ${columns.join()})`,
      'insert into typed (id) values (1), (2)',
      'create view merged as select * from typed',
      'create view united as select * from typed union all select * from typed',
    ])
    const connection = recordedConnection(url)
    const tables = createTableService(connection, connection.dialect)
    const expectOneRead = async (query: TableQuery): Promise<void> => {
      connection.statements.length = 0
      await tables.query(query)
      const reads = connection.statements.filter(({ resultTypes }) => resultTypes)
      expect([query, reads.length]).toEqual([query, 1])
    }
    try {
      for (const table of ['typed', 'merged', 'united']) {
        for (const filter of ['', 'x']) {
          for (const page of [1, 2]) {
            const request = { table, page, limit: 1, filter, sort: [] }
            await expectOneRead(request)
            // The types of these columns are checked although they are not selected.
            const sort = types.map((_, index) => ({
              column: `c${index}`,
              direction: 'asc' as const,
            }))
            await expectOneRead({ ...request, columns: ['id'], sort })
          }
        }
      }
    } finally {
      await connection.close()
    }
  })
})
