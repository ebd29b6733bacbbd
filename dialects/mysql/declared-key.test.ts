/** Tables whose storage engine declares a key that it does not enforce. */
import { readRequest } from '../../src/core/reader'
import { createReader } from '../../src/core/create-reader'
import { planRead } from '../../src/core/read-plan'
import { describeEachServer } from '../../test/support/describe-each-server'
import { recordedConnection } from '../../test/support/recorded-connection'

const COLUMNS = 'id int not null primary key, t varchar(9) not null'

describeEachServer('mysql', 'a declared key', (server) => {
  it.each([
    { title: 'all keys differ', keys: [4, 5, 6], page: [3, 4], statements: 1 },
    { title: 'equal keys are before it', keys: [1, 5, 6], page: [2, 3], statements: 1 },
    { title: 'equal keys are around its start', keys: [2, 5, 6], page: [2, 3], statements: 2 },
    { title: 'equal keys are on it', keys: [0, 2, 6], page: [2, 2], statements: 2 },
    { title: 'equal keys are around its end', keys: [0, 3, 6], page: [2, 3], statements: 2 },
  ])(
    'returns rows with equal keys in a fixed order if $title',
    async ({ keys, page, statements }) => {
      const url = await server.create([
        `create table first (${COLUMNS}) engine = myisam`,
        "insert into first values (1, 'a'), (2, 'a'), (3, 'a')",
        `create table second (${COLUMNS}) engine = myisam`,
        `insert into second values ${keys.map((key) => `(${key}, 'b')`).join()}`,
        `create table both_of_them (${COLUMNS}) engine = merge union = (first, second)`,
      ])
      const connection = recordedConnection(url)
      const { dialect, catalogue } = connection
      try {
        const table = await dialect.createIntrospector(catalogue).describeTable('both_of_them')
        if (!table) throw new Error('no table')
        const query = { table: table.name, page: 2, limit: 2, filter: '', sort: [] }
        const plan = planRead(query, table, dialect)
        const { rows, total } = await createReader(connection, dialect).read(readRequest(plan))
        expect(rows.map(([id]) => Number(id))).toEqual(page)
        expect(rows.every((row) => row.length === 2)).toBe(true)
        expect(total).toBe(6)
        expect(connection.statements).toHaveLength(statements)
      } finally {
        await connection.close()
      }
    },
  )
})
