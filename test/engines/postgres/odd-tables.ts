import { Client } from 'pg'
import { ODD_COLUMNS, type OddNeed, type OddTable } from '../../fuzz/odd-table'

const drop = ['drop table if exists odd, odd_1, odd_2 cascade']
const COLUMNS = 'k integer, t varchar(9) collate "C", n integer'
const [K, T] = ODD_COLUMNS

/** Whether a condition holds on the server. */
const isTrue =
  (condition: string): OddNeed['isMet'] =>
  async (url) => {
    const client = new Client({ connectionString: url })
    await client.connect()
    try {
      const { rows } = await client.query<{ met: boolean }>(`select ${condition} as met`)
      return rows[0]?.met === true
    } finally {
      await client.end()
    }
  }

const VERSION = "current_setting('server_version_num')::int"

/** A server that is built without ICU has none of its collations. */
const ICU: OddNeed = {
  name: 'collations of ICU that ignore case',
  remedy: 'test with PostgreSQL 12 or newer, built with ICU',
  isMet: isTrue(
    `${VERSION} >= 120000 and exists (select from pg_collation where collprovider = 'i')`,
  ),
}

/** NOT NULL constraints that existing rows, or those of children, may violate. */
const LOOSE_NOT_NULL: OddNeed = {
  name: 'loose NOT NULL constraints',
  remedy: 'test with PostgreSQL 18 or newer',
  isMet: isTrue(`${VERSION} >= 180000`),
}

/** Without a password, its user mapping needs an option of Postgres 13. */
const FOREIGN_TABLES: OddNeed = {
  name: 'postgres_fdw',
  remedy: 'test with PostgreSQL 13 or newer, and its extensions',
  isMet: isTrue(`${VERSION} >= 130000
    and exists (select from pg_available_extensions where name = 'postgres_fdw')`),
}

/** Ignores case, but not accents. */
const CASELESS = [
  `create collation if not exists caseless
    (provider = icu, locale = 'und-u-ks-level2', deterministic = false)`,
]

/** A foreign server that is this server itself. */
const LOOPBACK = [
  'create extension if not exists postgres_fdw',
  `do $$ begin execute format(
    'create server if not exists loopback foreign data wrapper postgres_fdw
       options (host ''127.0.0.1'', port %L, dbname %L)',
    current_setting('port'), current_database()); end $$`,
  `create user mapping if not exists for current_user server loopback
    options (user 'postgres', password_required 'false')`,
]

export const oddTables: readonly OddTable[] = [
  {
    title: 'a unique column that may be NULL',
    create: [`create table odd (${COLUMNS}, unique (k))`],
    parts: [{ table: 'odd', unique: ['k'] }],
    drop,
  },
  {
    title: 'a descending unique index of two columns',
    create: [
      `create table odd (${COLUMNS})`,
      'alter table odd alter k set not null, alter t set not null',
      'create unique index on odd (k desc, t)',
    ],
    parts: [{ table: 'odd', unique: ['k', 't'], notNull: ['k', 't'] }],
    drop,
  },
  {
    title: 'a partial unique index',
    create: [
      `create table odd (${COLUMNS})`,
      'alter table odd alter k set not null',
      'create unique index on odd (k) where k > 9',
    ],
    parts: [{ table: 'odd', notNull: ['k'] }],
    drop,
  },
  {
    title: 'a unique index under another collation than its column',
    needs: ICU,
    prepare: CASELESS,
    create: [
      'create table odd (k integer, t varchar(9) collate caseless not null, n integer)',
      'create unique index on odd (t collate "C")',
    ],
    parts: [{ table: 'odd', unique: ['t'], notNull: ['t'] }],
    isCaseless: true,
    drop,
  },
  {
    title: 'a unique column under a collation that ignores case',
    needs: ICU,
    prepare: CASELESS,
    create: [
      'create table odd (k integer, t varchar(9) collate caseless not null unique, n integer)',
    ],
    parts: [{ table: 'odd', unique: ['t'], isUniqueCaseless: true, notNull: ['t'] }],
    isCaseless: true,
    drop,
  },
  {
    title: 'a NOT NULL constraint for new rows only',
    needs: LOOSE_NOT_NULL,
    create: [`create table odd (${COLUMNS}, unique (k))`],
    parts: [{ table: 'odd', unique: ['k'] }],
    finish: ['alter table odd add constraint odd_k not null k not valid'],
    drop,
  },
  {
    title: 'a parent whose children repeat its keys',
    create: [
      `create table odd (${COLUMNS}, primary key (k))`,
      'create table odd_1 (unique (k)) inherits (odd)',
      `create table odd_2 (${COLUMNS})`,
      'alter table odd_2 alter k set not null',
    ],
    parts: [
      { table: 'odd', unique: ['k'], notNull: ['k'] },
      { table: 'odd_1', unique: ['k'], notNull: ['k'] },
      { table: 'odd_2', notNull: ['k'], isHidden: true },
    ],
    changes: [
      { sql: ['alter table odd_2 inherit odd'], shows: ['odd_2'] },
      { sql: ['alter table odd_1 no inherit odd'], hides: ['odd_1'] },
      { sql: ['alter table odd_2 no inherit odd'], hides: ['odd_2'] },
      { sql: ['alter table odd_2 inherit odd'], shows: ['odd_2'] },
    ],
    drop,
  },
  {
    title: 'a parent whose child has NULL in its key',
    needs: LOOSE_NOT_NULL,
    create: [
      `create table odd (${COLUMNS}, unique (k))`,
      `create table odd_1 () inherits (odd)`,
      'alter table odd add constraint odd_k not null k no inherit',
    ],
    parts: [{ table: 'odd', unique: ['k'], notNull: ['k'] }, { table: 'odd_1' }],
    changes: [{ sql: ['alter table odd_1 no inherit odd'], hides: ['odd_1'] }],
    drop,
  },
  ...['', ', primary key (k)'].map((key): OddTable => ({
    title: `partitions${key === '' ? '' : ' with a key'}`,
    create: [
      `create table odd (${COLUMNS}${key}) partition by range (k)`,
      'create table odd_1 partition of odd for values from (0) to (2)',
      `create table odd_2 (${COLUMNS}${key})`,
    ],
    parts: [
      { table: 'odd_1', range: [0, 2], ...(key !== '' && { unique: ['k'] }) },
      { table: 'odd_2', range: [2, 9], ...(key !== '' && { unique: ['k'] }), isHidden: true },
    ],
    changes: [
      {
        sql: ['alter table odd attach partition odd_2 for values from (2) to (9)'],
        shows: ['odd_2'],
      },
      { sql: ['alter table odd detach partition odd_1'], hides: ['odd_1'] },
      {
        sql: ['alter table odd attach partition odd_1 for values from (0) to (2)'],
        shows: ['odd_1'],
      },
      { sql: ['alter table odd detach partition odd_2 concurrently'], hides: ['odd_2'] },
    ],
    drop,
  })),
  {
    title: 'a foreign table with constraints that its rows violate',
    needs: FOREIGN_TABLES,
    prepare: LOOPBACK,
    create: [
      `create table odd_1 (${COLUMNS})`,
      `create foreign table odd (k integer not null, t varchar(9) collate "C" not null, n integer)
        server loopback options (table_name 'odd_1')`,
    ],
    parts: [{ table: 'odd_1' }],
    drop: ['drop foreign table if exists odd', 'drop table if exists odd_1'],
  },
  {
    title: 'a domain that is replaced by one of another type',
    columns: [...(K ? [K] : []), { name: 'n', type: { kind: 'integer' }, isNullable: true }],
    create: [
      'create domain odd_domain as integer',
      'create table odd (k integer not null primary key, n odd_domain)',
    ],
    parts: [{ table: 'odd', unique: ['k'], notNull: ['k'] }],
    changes: [
      {
        sql: [
          `do $$ begin
             create table odd_1 as select k, n::text as n from odd;
             drop domain odd_domain cascade;
             create domain odd_domain as varchar(9) collate "C";
             alter table odd add n odd_domain;
             update odd set n = odd_1.n from odd_1 where odd_1.k = odd.k;
             drop table odd_1;
           end $$`,
        ],
        columns: [...(K ? [K] : []), ...(T ? [{ ...T, name: 'n' }] : [])],
      },
    ],
    drop: ['drop table if exists odd, odd_1', 'drop domain if exists odd_domain cascade'],
  },
]
