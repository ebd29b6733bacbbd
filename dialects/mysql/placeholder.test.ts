/** A value that was read and is bound to a condition compares like the stored value, also by an index. */
import type { ColumnSchema } from '../../src/dialect/schema'
import { createTableService } from '../../src/core/table-service'
import { describeEachServer } from '../../test/support/describe-each-server'
import { recordedConnection, type RecordedConnection } from '../../test/support/recorded-connection'

const DATES = ['0000-00-00', '0001-01-01', '2024-00-00', '2024-02-00', '2024-02-29', '2024-02-31']
const TIMES = [
  '0000-00-00 10:00:00',
  '2023-03-26 02:30:00',
  '2024-02-31 23:59:59.999999',
  '2024-01-01 00:00:00.5',
]
const STAMPS = ['0000-00-00 00:00:00', '1970-01-01 00:00:01.000001', '2038-01-19 03:14:07.999999']
const DURATIONS = [
  '838:59:59',
  '-838:59:59',
  '-00:00:00.000001',
  '00:00:00',
  '00:00:00.000001',
  '12:00:00.5',
]
const LETTERS = ['', ' ', 'a', 'A', 'a ', 'ä', 'ae', 'ß', 'ss', '\\0', '\\t', '€', '\\\\', "\\'"]
const WIDE_LETTERS = [...LETTERS, 'ﬀ', 'ff', 'İ', 'ı', 'i', 'I', '\u{1f600}', '\ud7ff', 'a\u00ad']

/** Types, with values at their limits; texts without quotes are numbers. */
const TYPES: readonly (readonly [type: string, values: readonly string[]])[] = [
  ['tinyint', ['-128', '-1', '0', '127']],
  ['tinyint unsigned', ['0', '128', '255']],
  ['mediumint unsigned zerofill', ['0', '5', '16777215']],
  ['int', ['-2147483648', '2147483647']],
  ['int unsigned', ['0', '2147483648', '4294967295']],
  ['bigint', ['-9223372036854775808', '-9007199254740993', '9007199254740993']],
  ['bigint', ['9007199254740992', '9223372036854775807']],
  ['bigint unsigned', ['0', '9007199254740993', '9223372036854775807', '9223372036854775808']],
  ['bigint unsigned', ['9223372036854775809', '18446744073709551614', '18446744073709551615']],
  ['year', ['0', '1901', '1969', '1970', '2000', '2069', '2070', '2155']],
  ['float', ['-3.4e38', '-0e0', '1e-45', '1.17549435e-38', '0.1', '16777217', '3.4e38']],
  ['double', ['-1.7976931348623157e308', '-0e0', '5e-324', '2.2250738585072011e-308']],
  ['double', ['0.1', '0.30000000000000004', '9007199254740993', '1.7976931348623157e308']],
  ['double unsigned zerofill', ['0e0', '0.1', '1e300']],
  ['decimal(10,2)', ['-99999999.99', '-0.01', '0', '0.01', '99999999.99']],
  ['decimal(65,30)', [`-0.${'0'.repeat(29)}1`, `0.${'0'.repeat(29)}1`, `1${'2'.repeat(34)}.5`]],
  ['decimal(5,0) unsigned zerofill', ['0', '7', '99999']],
  ['date', [...DATES, '9999-12-31'].map(quoted)],
  ['datetime', [...DATES, ...TIMES].map(quoted)],
  ['datetime(6)', [...DATES, ...TIMES, '9999-12-31 23:59:59'].map(quoted)],
  ['timestamp null', STAMPS.slice(0, 2).map(quoted)],
  ['timestamp(6) null', STAMPS.map(quoted)],
  ['time', DURATIONS.slice(0, 4).map(quoted)],
  ['time(6)', DURATIONS.map(quoted)],
  ['varchar(20) character set ascii', ['', ' ', 'a', 'A', '~', '\\0'].map(quoted)],
  ...['latin1_swedish_ci', 'latin1_german2_ci', 'latin1_bin'].map(
    (collation) =>
      [`varchar(20) collate ${collation}`, [...LETTERS.map(quoted), "x'81'", "x'90'"]] as const,
  ),
  ...['general_ci', 'unicode_ci', 'bin', 'czech_ci', 'turkish_ci', 'german2_ci'].map(
    (collation) => [`varchar(20) collate utf8mb4_${collation}`, WIDE_LETTERS.map(quoted)] as const,
  ),
  ['varchar(20) character set utf8mb3', LETTERS.map(quoted)],
]

const OWN_COLLATIONS: Readonly<Record<string, readonly string[]>> = {
  mysql: ['utf8mb4_0900_ai_ci', 'utf8mb4_0900_as_cs', 'utf8mb4_0900_bin', 'utf8mb4_ja_0900_as_cs'],
  mariadb: ['utf8mb4_uca1400_ai_ci', 'utf8mb4_nopad_bin'],
}

/** MariaDB keeps the numbers of the transactions that wrote and deleted a row. */
const VERSIONED = [
  `create table versioned (
    id int primary key,
    first bigint unsigned generated always as row start,
    last bigint unsigned generated always as row end,
    period for system_time (first, last)
  ) with system versioning`,
  ...[1, 2, 3].flatMap((id) => [`insert into versioned (id) values (${id})`, 'commit']),
]

function quoted(text: string): string {
  return `'${text}'`
}

describeEachServer('mysql', 'a value in a condition', (server) => {
  const types = [
    ...TYPES,
    ...(OWN_COLLATIONS[server.name] ?? []).map(
      (collation) => [`varchar(20) collate ${collation}`, WIDE_LETTERS.map(quoted)] as const,
    ),
  ].map(([type, values], index) => ({ type, values, table: `values_${index}` }))
  let connection: RecordedConnection
  beforeAll(async () => {
    const url = await server.create([
      "set sql_mode = 'ALLOW_INVALID_DATES'",
      "set names utf8mb4, time_zone = '+00:00'",
      ...types.flatMap(({ type, values, table }) => [
        `create table ${table} (id int auto_increment primary key, v ${type}, key (v))`,
        `insert into ${table} (v) values ${values.map((value) => `(${value})`).join()}`,
      ]),
      ...(server.name === 'mariadb' ? VERSIONED : []),
      'create table lengths (v32 varchar(32) collate utf8mb4_bin, v33 varchar(33) collate utf8mb4_bin)',
    ])
    connection = recordedConnection(url)
  }, 60_000)
  afterAll(() => connection.close())

  const columnOf = async (table: string, name: string): Promise<ColumnSchema | undefined> => {
    const { columns } = await createTableService(connection, connection.dialect).schemaOf(table)
    return columns.find((column) => column.name === name)
  }

  /** Compares each value of a column with all of them, in a condition and as stored. */
  const compareAll = async (table: string, count: number, name = 'v'): Promise<void> => {
    const column = await columnOf(table, name)
    const placeholder = column?.order.placeholder
    if (!column || placeholder === undefined) throw new Error('has no placeholder')
    const rows = await connection.readRows({
      sql: `select t.id, ${column.select} from ${table} as t order by t.id`,
      bindings: [],
    })
    expect(rows).toHaveLength(count)
    for (const [id = null, value = null] of rows) {
      for (const operator of ['<', '=', '>']) {
        const selected = `select count(*) from ${table} as t`
        const [[stored] = []] = await connection.readRows({
          sql: `${selected} join ${table} as s on s.id = ? where t.${name} ${operator} s.${name}`,
          bindings: [id],
        })
        const [[bound] = []] = await connection.readRows({
          sql: `${selected} where t.${name} ${operator} ${placeholder}`,
          bindings: [value],
        })
        expect([value, operator, bound]).toEqual([value, operator, stored])
      }
    }
  }

  it.each(types)('of $type compares like the stored one: $values', ({ values, table }) =>
    compareAll(table, values.length),
  )

  it('is not of a text of more than 128 bytes, of which a sort may compare only a part', async () => {
    expect((await columnOf('lengths', 'v32'))?.order.placeholder).toBeDefined()
    expect((await columnOf('lengths', 'v33'))?.order.placeholder).toBeUndefined()
  })

  if (server.name === 'mariadb') {
    it.each(['first', 'last'])('of the %s transaction compares like the stored one', (name) =>
      compareAll('versioned', 3, name),
    )
  }
})
