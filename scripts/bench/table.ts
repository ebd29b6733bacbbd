/** Creates the measured table inside each engine, which takes seconds for a million rows. */
import type { FixtureWriter } from '../../fixtures/fixture-storage'

export const COLUMNS = ['id', 'name', 'note', 'amount', 'rating', 'active', 'created_at'] as const

/** Columns in addition to `COLUMNS` for the comparison with other servers. */
export const MORE_TEXTS = {
  city: "case i % 4 when 0 then 'Lisboa' when 1 then 'Oslo' when 2 then 'Quito' else 'Tokyo' end",
  email: "concat('user', i % 100003, '@example.org')",
} as const

/** The text columns of the table with both. */
export const SEARCHED = ['name', 'note', 'city', 'email'] as const

/** Words that many, few and no rows contain. */
export const WORDS = { many: 'even', few: 'row 12345', none: 'nowhere' } as const

interface Sequence {
  /** Statements that lift limits of the session first. */
  readonly prepare: readonly string[]
  /** `insert … select` with the numbers from 1 as `i`. @param more SQL after the last column */
  insert(rows: number, more: string): string
  readonly types: Readonly<Record<'text' | 'decimal' | 'double' | 'boolean' | 'timestamp', string>>
}

const recursive = (rows: number): string =>
  `with recursive s(i) as (select 1 union all select i + 1 from s where i < ${rows})`

const SEQUENCES: Readonly<Record<string, Sequence>> = {
  postgres: {
    prepare: [],
    insert: (rows, more) => `insert into bench
      select i, 'row ' || i, case when i % 2 = 0 then 'even ' else 'odd ' end || md5(i::text),
        (i::bigint * 7919 % 1000003) / 100.0, i::bigint * 31 % 997 / 10.0, i % 3 = 0,
        timestamptz '2024-01-01 00:00:00Z' + (i::bigint * 7919 % ${rows}) * interval '1 second'${more}
      from generate_series(1, ${rows}) as i`,
    types: {
      ...{ text: 'varchar(60)', decimal: 'numeric(12,2)', double: 'float8', boolean: 'boolean' },
      timestamp: 'timestamptz',
    },
  },
  mysql: {
    prepare: ['set session cte_max_recursion_depth = 100000000', "set session sql_mode = ''"],
    insert: mysqlInsert,
    types: {
      ...{ text: 'varchar(60)', decimal: 'decimal(12,2)', double: 'double', boolean: 'boolean' },
      timestamp: 'datetime',
    },
  },
  mariadb: {
    prepare: ['set session max_recursive_iterations = 100000000', "set session sql_mode = ''"],
    insert: mysqlInsert,
    types: {
      ...{ text: 'varchar(60)', decimal: 'decimal(12,2)', double: 'double', boolean: 'boolean' },
      timestamp: 'datetime',
    },
  },
  sqlite: {
    prepare: [],
    insert: (rows, more) => `insert into bench ${recursive(rows)}
      select i, 'row ' || i, case when i % 2 = 0 then 'even ' else 'odd ' end || hex(i * 2654435761),
        (i * 7919 % 1000003) / 100.0, i * 31 % 997 / 10.0, i % 3 = 0,
        datetime(1704067200 + i * 7919 % ${rows}, 'unixepoch')${more} from s`,
    types: {
      ...{ text: 'VARCHAR(60)', decimal: 'DECIMAL(12,2)', double: 'DOUBLE', boolean: 'BOOLEAN' },
      timestamp: 'TIMESTAMP',
    },
  },
}

function mysqlInsert(rows: number, more: string): string {
  return `insert into bench ${recursive(rows)}
    select i, concat('row ', i), concat(case when i % 2 = 0 then 'even ' else 'odd ' end, left(sha2(i, 256), 32)),
      (i * 7919 % 1000003) / 100.0, i * 31 % 997 / 10.0, i % 3 = 0,
      date_add('2024-01-01 00:00:00', interval (i * 7919 % ${rows}) second)${more} from s`
}

/**
 * `amount` and the texts have no index; `created_at` has one.
 * @param texts further text columns, with their SQL expressions of the number `i`
 */
export async function makeTable(
  writer: FixtureWriter,
  engine: string,
  rows: number,
  texts: Readonly<Record<string, string>> = {},
): Promise<void> {
  const sequence = SEQUENCES[engine]
  if (!sequence) throw new Error(`cannot create rows on ${engine}`)
  const { types } = sequence
  for (const statement of sequence.prepare) await writer.run(statement)
  await writer.run(`create table bench (
    id bigint not null primary key, name ${types.text} not null, note ${types.text} not null,
    amount ${types.decimal} not null, rating ${types.double} not null,
    active ${types.boolean} not null, created_at ${types.timestamp} not null
    ${Object.keys(texts)
      .map((name) => `, ${name} ${types.text} not null`)
      .join('')})`)
  const more = Object.values(texts).map((expression) => `, ${expression}`)
  await writer.run(sequence.insert(rows, more.join('')))
  await writer.run('create index bench_created_at on bench (created_at)')
  await writer.run('create table written (id bigint not null primary key)')
}
