import type { OddTable } from '../../fuzz/odd-table'

const drop = ['drop table if exists odd']

export const oddTables: readonly OddTable[] = [
  {
    title: 'a unique column that may be NULL',
    create: ['create table odd (k integer unique, t varchar(9), n integer)'],
    parts: [{ table: 'odd', unique: ['k'] }],
    drop,
  },
  {
    title: 'a descending unique index of two columns',
    create: [
      'create table odd (k integer not null, t varchar(9) not null, n integer)',
      'create unique index odd_key on odd (k desc, t)',
    ],
    parts: [{ table: 'odd', unique: ['k', 't'], notNull: ['k', 't'] }],
    drop,
  },
  {
    // https://www.sqlite.org/lang_createtable.html#rowids_and_the_integer_primary_key
    title: 'a descending integer key, which is not the rowid and may be NULL',
    create: ['create table odd (k integer primary key desc, t varchar(9), n integer)'],
    parts: [{ table: 'odd', unique: ['k'] }],
    drop,
  },
  {
    title: 'a key that may be NULL, under a collation',
    create: ['create table odd (k integer, t varchar(9) collate nocase primary key, n integer)'],
    parts: [{ table: 'odd', unique: ['t'], isUniqueCaseless: true }],
    isCaseless: true,
    drop,
  },
  {
    title: 'without rowid, the key under another collation than its column',
    create: [
      `create table odd (k integer, t varchar(9) collate nocase not null, n integer,
        primary key (t collate binary)) without rowid`,
    ],
    parts: [{ table: 'odd', unique: ['t'], notNull: ['t'] }],
    isCaseless: true,
    drop,
  },
  {
    title: 'without rowid, a descending key of two columns',
    create: [
      `create table odd (k integer not null, t varchar(9) not null, n integer,
        primary key (k desc, t)) without rowid`,
    ],
    parts: [{ table: 'odd', unique: ['k', 't'], notNull: ['k', 't'] }],
    drop,
  },
  {
    title: 'a unique index under another collation than its column',
    create: [
      'create table odd (k integer, t varchar(9) collate nocase not null, n integer)',
      'create unique index odd_key on odd (t collate binary)',
    ],
    parts: [{ table: 'odd', unique: ['t'], notNull: ['t'] }],
    isCaseless: true,
    drop,
  },
  {
    title: 'a partial unique index',
    create: [
      'create table odd (k integer not null, t varchar(9), n integer)',
      'create unique index odd_key on odd (k) where k > 9',
    ],
    parts: [{ table: 'odd', notNull: ['k'] }],
    drop,
  },
]
