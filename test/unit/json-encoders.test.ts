/** Encoders accept any cell, because the type of a column can change before its cells are encoded. */
import fc from 'fast-check'
import { columnSchema as mysqlColumn } from '../../dialects/mysql/column-schema'
import { columnSchema as postgresColumn } from '../../dialects/postgres/column-schema'
import { columnSchema as sqliteColumn } from '../../dialects/sqlite/column-schema'
import type { Cell, JsonEncoder } from '../../src/dialect/schema'
import { anyCharacter } from '../support/any-character'
import { isJson } from '../support/is-json'

const postgres = (base: string, ...elements: string[]): JsonEncoder => {
  const type = (name: string): Parameters<typeof postgresColumn>[0]['type_chain'][0] => ({
    name,
    category: 'U',
    is_array: name.startsWith('_'),
    delimiter: name === 'box' ? ';' : ',',
    is_orderable: true,
    is_comparable: true,
    as_text: null,
    is_printed_exactly: true,
    output: null,
    cast_name: name,
    oid: '1',
  })
  const column = {
    name: 'c',
    type: base,
    is_nullable: true,
    is_indexed: false,
    is_declared_not_null: false,
    is_built_in: true,
    is_nondeterministic: false,
    encoding: 'UTF8',
    table_oid: '1',
    number: 1,
    type_chain: [type(base), ...elements.map(type)],
  } as const
  return postgresColumn(column, false).toJson
}

const mysql = (type: string, data_type = /^\w+/.exec(type)?.[0] ?? ''): JsonEncoder =>
  mysqlColumn(
    {
      name: 'c',
      type,
      data_type,
      is_nullable: 1,
      octets: null,
      collation: null,
      is_row_period: null,
    },
    { isRegexpSlow: false, isView: false, isMariadb: false },
  ).toJson

const sqlite = (type: string): JsonEncoder =>
  sqliteColumn(
    { name: 'c', type, notnull: 0, pk: 0 },
    { tableType: 'table', isUntyped: false, isUtf8: true },
  ).toJson

const POSTGRES =
  'int2 int4 int8 oid float4 float8 numeric bool date timestamp timestamptz time timetz interval json jsonb bytea bpchar text money'
const MYSQL =
  'tinyint tinyint(1) smallint mediumint int bigint year decimal(10,2) float double bit(1) bit(12) date datetime timestamp time ' +
  'char(5) varchar(5) text binary(4) varbinary(4) blob json vector point enum set uuid'

const encoders: readonly (readonly [string, JsonEncoder])[] = [
  ...POSTGRES.split(' ').flatMap((name) => [
    [`postgres ${name}`, postgres(name)] as const,
    [`postgres ${name}[]`, postgres(`_${name}`, name)] as const,
  ]),
  ['postgres box[]', postgres('_box', 'box')],
  ...MYSQL.split(' ').map((type) => [`mysql ${type}`, mysql(type)] as const),
  ['mysql checked json', mysql('longtext', 'checked json')],
  ...['', 'integer', 'text', 'boolean', 'blob', 'real'].map(
    (type) => [`sqlite ${type}`, sqlite(type)] as const,
  ),
]

/** Texts similar to numbers, times, arrays and JSON. */
const nearly = fc
  .array(fc.constantFrom(...Array.from('0123456789-+.:eTZ \t{}[]",;\\xntfNULL\u0000é')), {
    maxLength: 24,
  })
  .map((characters) => characters.join(''))

/** A timestamp, a date or a time, as the databases write them. */
const instant = fc
  .tuple(fc.date({ noInvalidDate: true }), fc.constantFrom(0, 11), fc.constantFrom(10, 19, 23, 24))
  .map(([date, from, to]) => date.toISOString().replace('T', ' ').slice(from, to))

const cell: fc.Arbitrary<NonNullable<Cell>> = fc.oneof(
  nearly,
  fc.string({ unit: anyCharacter }),
  fc.json(),
  fc.double().map(String),
  fc.bigInt().map(String),
  instant,
  fc.double(),
  fc.bigInt(),
  fc.uint8Array().map((bytes) => Buffer.from(bytes)),
)

it('writes valid JSON for any cell', () => {
  fc.assert(
    fc.property(cell, (value) => {
      const invalid = encoders.filter(([, encode]) => !isJson(encode(value)))
      if (invalid.length > 0) throw new Error(invalid.map(([name]) => name).join())
    }),
    { numRuns: 1000 },
  )
})

/** Encoders of bits and bytes accept any bytes. */
const textEncoders = encoders.filter(([name]) => !/bytea|blob|binary|bit\(|vector/.test(name))

it.each(textEncoders)('%s encodes text of another format as a string', (_name, encode) => {
  for (const text of ['", "x": "', 'a\nb', '1 or 1', '-', '+5', '007', '1.', '{"a":1', 'é']) {
    expect([text, [text]]).toContainEqual(JSON.parse(encode(text)))
  }
})

// MySQL stores negative zero, as Postgres does; MariaDB stores zero.
it.each(['float', 'double'])('mysql %s writes negative zero', (type) => {
  expect(mysql(type)(-0)).toBe('-0')
})
