import { isSearchable, kindOf } from '../../src/viewer/values/column-kind'

it.each([
  ['integer', 'number'],
  ['int unsigned', 'number'],
  ['int(10) unsigned zerofill', 'number'],
  ['numeric(10,2)', 'number'],
  ['double precision', 'number'],
  ['print_status', 'text'],
  ['hint_text', 'text'],
  ["enum('int','date')", 'text'],
  ["enum('a)','(b')", 'text'],
  ['character varying(160)', 'text'],
  ['timestamp(3) with time zone', 'timestamp'],
  ['timestamp without time zone', 'timestamp'],
  ['DATETIME', 'timestamp'],
  ['date', 'date'],
  ['BLOB', 'binary'],
  ['varbinary(16)', 'binary'],
  ['jsonb', 'json'],
  ['tinyint(1)', 'number'],
  ['integer[]', 'other'],
  ['int4range', 'other'],
  // A text such as `$1,234.50`.
  ['money', 'other'],
  ['', 'text'],
])('classifies the type %s as %s', (type, kind) => {
  expect(kindOf(type)).toBe(kind)
  expect(isSearchable(type)).toBe(kind === 'text')
})
