import type { OddTable } from '../../fuzz/odd-table'

const drop = ['drop table if exists odd, odd_1, odd_2']
const EXACT = 'varchar(9) character set utf8mb4 collate utf8mb4_bin'
const CASELESS = 'varchar(9) character set utf8mb4 collate utf8mb4_general_ci'

export const oddTables: readonly OddTable[] = [
  {
    title: 'a unique column that may be NULL',
    create: [`create table odd (k integer null unique, t ${EXACT} null, n integer null)`],
    parts: [{ table: 'odd', unique: ['k'] }],
    drop,
  },
  {
    title: 'a descending unique index of two columns',
    create: [
      `create table odd (k integer not null, t ${EXACT} not null, n integer,
        unique key (k desc, t))`,
    ],
    parts: [{ table: 'odd', unique: ['k', 't'], notNull: ['k', 't'] }],
    drop,
  },
  {
    title: 'a key that ignores case',
    create: [`create table odd (k integer, t ${CASELESS} not null, n integer, unique key (t))`],
    parts: [{ table: 'odd', unique: ['t'], isUniqueCaseless: true, notNull: ['t'] }],
    isCaseless: true,
    drop,
  },
  {
    title: 'no key and a collation that ignores case',
    create: [`create table odd (k integer, t ${CASELESS}, n integer)`],
    parts: [{ table: 'odd' }],
    isCaseless: true,
    drop,
  },
  {
    // Its keys are not unique: https://dev.mysql.com/doc/refman/en/merge-table-problems.html
    title: 'a merge of two tables with the same keys',
    create: [
      ...['odd_1', 'odd_2'].map(
        (part) =>
          `create table ${part} (k integer not null, t ${EXACT}, n integer, primary key (k))
            engine = MyISAM`,
      ),
      `create table odd (k integer not null, t ${EXACT}, n integer, primary key (k))
        engine = MERGE union = (odd_1, odd_2)`,
    ],
    parts: ['odd_1', 'odd_2'].map((table) => ({ table, unique: ['k'], notNull: ['k'] })),
    changes: [
      { sql: ['alter table odd union = (odd_1)'], hides: ['odd_2'] },
      { sql: ['alter table odd union = (odd_1, odd_2)'], shows: ['odd_2'] },
    ],
    drop,
  },
]
