/** Tables whose names, values and number are hard to show, as scripts of SQLite. */

/** Rows of the table `long`. */
export const LONG = 10_500

/** A picture of one red pixel. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DwHwAFAAH/iZk9HQAAAABJRU5ErkJggg==',
  'base64',
).toString('hex')

export const ODD_TABLES = `
  create table forms (
    id integer primary key, print_status print_status, hint_text hint_text,
    a_number_with_quite_a_long_name integer, next text,
    ratio double, price numeric(10, 2), seen timestamptz, site text, colour text, email text, picture blob
  );
  insert into forms values
    (1, 'open', 'a hint', 1234567, 'first', 0.14285714285714285, 1234.5, '2024-03-25T05:51:14.128124Z',
      'https://example.org/a', '#ff8800', 'ada@example.org', x'${PIXEL}'),
    (2, 'closed', null, 7, 'second', 1.5, 12.25, '2024-03-26T05:51:14Z', '', 'red',
      'bob\u200b@example.org', x'00ff'),
    (3, 'open', 'last', null, 'third', null, 3, null, null, null, ' eve@example.org', null);
  create table huge (id integer primary key, number double);
  insert into huge values (1, 1e308), (2, 5e307), (3, 1e307);
  create table capitals (id integer primary key, name text);
  insert into capitals (name) values
    ('ill still'), ('ill still'), ('ill still'), ('ill still'), ('ill still'), ('ill still'), ('MWMWMWMW');
  create table repeated (id integer primary key, name text);
  insert into repeated (name) values ('ssssssssssss'), ('ssssssssssss'), ('ssssssssssss'),
    ('ssssssssssss'), ('ssssssssssss'), ('ssssssssssss'), ('ooooooooooo');
  create table signs (id integer primary key, name text);
  insert into signs (name) values ('a			​​b');
  create table bytes (id integer primary key, stored blob, name text);
  insert into bytes values (1, x'', ''), (2, x'00', ' ');
  create table trees (id integer primary key, stored json);
  insert into trees values (1, '{"a_name_that_is_long": {"x": {"y": 1}}, "b": {"x": {}}, "c": 2}');
  create table codes (id integer primary key, barcode bigint, ean bigint, amount_of_codes bigint);
  insert into codes values (1, 4006381333931, 4006381333931, 4006381333931);
  create table lines (id integer primary key, text text);
  insert into lines values (1, '${'a text of many words, '.repeat(12)}');
  create table long (id integer primary key, text text);
  with recursive n (i) as (select 1 union all select i + 1 from n where i < ${LONG})
    insert into long select i, null from n`

/** 3000 tables, t_0000 to t_2999, for tests of the list of tables: each page of the viewer loads their names. */
export const MANY_TABLES = `begin;
  ${Array.from({ length: 3000 }, (_, index) => `create table t_${String(index).padStart(4, '0')} (id integer primary key);`).join('')}
  commit`

/** Names of properties that every object of JavaScript has. */
export const PROPERTY_NAMES = ['constructor', 'toString', '__proto__', 'hasOwnProperty']

export const ODD_NAMES = `
  create table teams (id integer primary key, ${PROPERTY_NAMES.map((name) => `"${name}" text`).join()});
  insert into teams values (1, ${PROPERTY_NAMES.map((name) => `'value of ${name}'`).join()});
  create table odd_names ("" text, "a\u200bb" text, "two\nlines" text, "עברית" text);
  insert into odd_names values ('first', 'second', 'third', 'fourth');
  create table links (id integer primary key, t text);
  insert into links (t) values ('search-ms://query=x@evil.example'), ('data://text/html,x@x.example'),
    ('https://example.org'), ('ada@example.org'),
    ('x@y.example?body=hi'), ('x@y.example.org?body=hi')`
