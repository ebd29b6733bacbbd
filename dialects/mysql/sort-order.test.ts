/**
 * All pages of an order together contain each row once, although some are read by an index, and others by
 * sorts with or without a limit. @long
 */
import { describeEachServer } from '../../test/support/describe-each-server'
import { effort } from '../../test/support/effort'
import type { TestApp } from '../../test/support/test-app'

const ROWS = 1500

/** Parameter for a page of `rows` rows, and in `npm test` of twice as many: each page takes a sort of all rows. */
const limit = (rows: number): string => `limit=${effort(2 * rows, rows)}`

/** Texts that differ after as many equal characters, as SQL. */
const afterEqual = (character: string, count: number): string[] =>
  Array.from(
    { length: ROWS },
    (_, i) => `concat(repeat('${character}', ${count}), '${(i * 7919) % ROWS}#')`,
  )

/** All words of five letters that differ in accents and case. */
const ACCENTED = Array.from(
  { length: 1024 },
  (_, i) => `'${[0, 2, 4, 6, 8].map((shift) => 'eEéÉ'[(i >> shift) & 3]).join('')}'`,
)

const ENDING_IN_NUL = Array.from(
  { length: 200 },
  (_, i) => `concat('a', repeat(char(0), ${(i * 79) % 200}))`,
)

const HYPHENATED = Array.from({ length: 1331 }, (_, i) => {
  const letters = ['a', 'A', 'ž', 'Š', 'z', 'ą', '-', 'e', 'B', '', '--']
  return `'${letters[i % 11]}${letters[Math.floor(i / 11) % 11]}${letters[Math.floor(i / 121)]}'`
})

/** The order of Big5 makes no difference between signs, or treats them in a special way. */
const SIGNS = Array.from({ length: 1331 }, (_, i) => {
  const characters = ['a', 'Z', '漢', '一', '§', '×', '→', '、', '', ' ', 'α']
  return `'${characters[i % 11]}${characters[Math.floor(i / 11) % 11]}${characters[Math.floor(i / 121)]}'`
})

/** A line break is less than the space. */
const BROKEN_LINES = Array.from({ length: ROWS }, (_, i) =>
  i % 2 === 0 ? "'line'" : `concat('line', char(10 using latin1), ${i})`,
)

/** An index that does not contain all columns is used only for the first pages. */
const withIndex = (table: string, type: string, values: readonly string[]): string[] => [
  `create table ${table} (v int primary key, t ${type} not null, f varchar(10) default 'x', key (t))`,
  `insert into ${table} (v, t) values ${values.map((value, i) => `(${i}, ${value})`).join()}`,
  `analyze table ${table}`,
]

const withKey = (table: string, type: string, values: readonly string[]): string[] => [
  `create table ${table} (t ${type} not null primary key, w int, v int)`,
  `insert into ${table} values ${values.map((value, i) => `(${value}, ${i % 2}, ${i})`).join()}`,
  `analyze table ${table}`,
]

interface Walked {
  readonly total: number
  /** Number of different rows on all pages. */
  readonly different: number
}

async function walk(app: TestApp, query: string): Promise<Walked> {
  const found = new Set<string>()
  let total = 0
  for (let page = 1, pages = 1; page <= pages; page++) {
    const { text } = await app.get(`query?${query}&page=${page}`)
    const { data, pagination } = JSON.parse(text) as {
      data: unknown[]
      pagination: { total: number; totalPages: number }
    }
    for (const row of data) found.add(JSON.stringify(row))
    total = pagination.total
    pages = pagination.totalPages
  }
  return { total, different: found.size }
}

describeEachServer('mysql', 'all pages of an order', (server) => {
  const isMariadb = server.name === 'mariadb'

  const cases: [string, string[], string[]][] = [
    [
      'long texts and bytes with an index',
      [
        ...withIndex('latin', 'varchar(1200) character set latin1', afterEqual('a', 1100)),
        ...withIndex('bytes', 'varbinary(1200)', afterEqual('a', 1100)),
        ...withIndex('utf', 'varchar(700) collate utf8mb4_bin', afterEqual('a', 345)),
        ...withIndex('general', 'varchar(700) collate utf8mb4_general_ci', afterEqual('a', 600)),
      ],
      [
        ...['latin', 'general'].map((table) => `table=${table}&sort=t:asc&${limit(100)}`),
        ...['bytes', 'utf'].map((table) => `table=${table}&sort=t:desc&${limit(40)}`),
        ...effort(
          [],
          [
            ...['bytes', 'utf'].map((table) => `table=${table}&sort=t:asc&${limit(100)}`),
            ...['latin', 'general'].map((table) => `table=${table}&sort=t:desc&${limit(40)}`),
          ],
        ),
      ],
    ],
    [
      'texts whose weights are longer',
      [
        ...withIndex(
          'unicode',
          'varchar(700) collate utf8mb4_unicode_520_ci',
          afterEqual('ﷺ', 240),
        ),
        ...withKey(
          'german',
          'varchar(1000) character set latin1 collate latin1_german2_ci',
          afterEqual('ß', 900),
        ),
      ],
      [
        `table=unicode&sort=t:asc&${limit(100)}`,
        `table=german&sort=w:asc&${limit(150)}`,
        `table=german&${limit(150)}`,
      ],
    ],
    [
      'texts with characters that the order of the character set treats in a special way',
      [
        ...withIndex(
          'latin7',
          'varchar(60) character set latin7 collate latin7_general_ci',
          HYPHENATED,
        ),
        ...withIndex(
          'cased',
          'varchar(60) character set latin7 collate latin7_general_cs',
          HYPHENATED,
        ),
        ...withIndex('signs', 'varchar(60) character set big5', SIGNS),
      ],
      [
        `table=latin7&sort=t:asc&${limit(200)}`,
        `table=latin7&sort=t:desc&${limit(30)}`,
        `table=cased&sort=t:asc&${limit(30)}`,
        `table=signs&sort=t:desc&${limit(30)}`,
      ],
    ],
  ]
  const casesOfMariadb: typeof cases = [
    [
      'short texts that differ in accents and case',
      [
        ...withKey('accented', 'varchar(255) collate utf8mb4_uca1400_as_cs', ACCENTED),
        ...withIndex('accents', 'varchar(255) collate utf8mb4_uca1400_as_cs', ACCENTED),
        ...withIndex('cases', 'varchar(255) collate utf8mb4_uca1400_ai_cs', ACCENTED),
      ],
      [
        `table=accented&${limit(10)}`,
        `table=accented&sort=w:asc&${limit(10)}`,
        `table=accents&sort=t:asc&${limit(10)}&columns=v,f`,
        `table=cases&sort=t:asc&${limit(10)}`,
      ],
    ],
    [
      'texts that end in NUL and are not padded',
      [
        ...withKey(
          'latin_nul',
          'varchar(220) character set latin1 collate latin1_nopad_bin',
          ENDING_IN_NUL,
        ),
        ...withIndex('nul', 'varchar(220) collate utf8mb4_general_nopad_ci', ENDING_IN_NUL),
      ],
      [`table=latin_nul&sort=w:asc&${limit(7)}`, `table=nul&sort=t:asc&${limit(7)}`],
    ],
    [
      'long texts with characters below the space',
      [
        ...withIndex(
          'broken_latin',
          'varchar(1200) character set latin1 collate latin1_bin',
          BROKEN_LINES,
        ),
        ...withIndex('broken_gbk', 'varchar(700) character set gbk collate gbk_bin', BROKEN_LINES),
        ...withIndex('broken_utf', 'varchar(700) collate utf8mb4_bin', BROKEN_LINES),
      ],
      ['broken_latin', 'broken_gbk', 'broken_utf'].map(
        (table) => `table=${table}&sort=t:asc&${limit(200)}`,
      ),
    ],
    [
      'long texts with many weights of a character',
      withKey('weights', 'varchar(700) collate utf8mb4_uca1400_ai_ci', afterEqual('ﷺ', 240)),
      [`table=weights&${limit(300)}`, `table=weights&sort=w:asc&${limit(100)}`],
    ],
  ]

  it.each(isMariadb ? [...cases, ...casesOfMariadb] : cases)(
    'contain each row once: %s',
    async (_title, statements, queries) => {
      const app = await server.serve(statements)
      for (const query of queries) {
        const { total, different } = await walk(app, query)
        expect(total).toBeGreaterThanOrEqual(200)
        expect({ query, different }).toEqual({ query, different: total })
      }
    },
    60_000,
  )
})
