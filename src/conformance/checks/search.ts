/** `filter` and `filterColumns`. */
import {
  NotApplicable,
  type Check,
  type Page,
  type Parameters,
  type TableUnderTest,
} from '../check'
import { columnsOfKind } from '../column-kind'
import { quoted } from '../contract'
import { rowText, tallyDifference, tallyOf } from '../rows'
import { mayMatch, mustMatch, searchableColumns, termsFrom, textColumns } from '../text-match'
import { walk } from '../walk'

export const search: readonly Check[] = [
  {
    id: 'search/case',
    level: 'must',
    title: 'Search ignores the case of the letters A to Z.',
    sentences: quoted('7.4'),
    scope: 'table',
    comparesRows: true,
    run: async (t) => {
      for (const [, term] of termsOf(t, 1)) {
        const lower = await t.page({ filter: term.toLowerCase() })
        const upper = await t.page({ filter: term.toUpperCase() })
        if (lower.total !== upper.total)
          t.fault(upper.exchange, `upper case finds ${upper.total} rows, lower case ${lower.total}`)
      }
    },
  },
  {
    id: 'search/finds',
    level: 'must',
    title: 'A search finds each row that has the text anywhere in any text column.',
    sentences: quoted('7.4', '9.7'),
    scope: 'table',
    comparesRows: true,
    run: async (t) => {
      for (const [column, term] of termsOf(t, 2))
        expectFound(t, await found(t, { filter: term }), term, textColumns(t), `${column} has it`)
    },
  },
  {
    id: 'search/leaves-out',
    level: 'must',
    title: 'A search finds no row whose text columns lack the text.',
    sentences: quoted('7.4'),
    scope: 'table',
    comparesRows: true,
    run: async (t) => {
      const none = await t.page({ filter: NOWHERE })
      if (none.data.length > 0)
        t.fault(none.exchange, 'the search finds a row that does not contain the text')
      for (const term of numbersIn(t))
        expectOnly(t, await found(t, { filter: term }), term, searchableColumns(t))
      for (const [, term] of termsOf(t, 2))
        expectOnly(t, await found(t, { filter: term }), term, searchableColumns(t))
    },
  },
  {
    id: 'search/literal',
    level: 'must',
    title: 'Characters of SQL patterns, such as % and _, have no special meaning in a search.',
    sentences: quoted('7.4'),
    scope: 'table',
    comparesRows: true,
    run: async (t) => {
      const columns = searchableColumns(t)
      for (const term of ['%', '_', '*', '.', '[a-z]', "'", '"', '\\', ';', '!', '%%', '^'])
        expectOnly(t, await found(t, { filter: term }), term, columns)
      for (const [, term] of termsOf(t, 1)) {
        const middle = Math.floor(term.length / 2)
        for (const special of ['_', '%', '.']) {
          const pattern = `${term.slice(0, middle)}${special}${term.slice(middle + 1)}`
          expectOnly(t, await found(t, { filter: pattern }), pattern, columns)
        }
      }
    },
  },
  {
    id: 'search/special-characters',
    level: 'must',
    title: 'A search for punctuation finds the rows that contain it.',
    sentences: quoted('7.4'),
    scope: 'table',
    comparesRows: true,
    run: async (t) => {
      const terms = new Set<string>()
      for (const column of textColumns(t)) {
        for (const row of t.table.rows) {
          const value = row[column]
          if (typeof value !== 'string' || terms.size >= 8) continue
          for (const term of value.match(/[%_'"\\;&+#=?!*.,()-]\w?/g) ?? []) terms.add(term)
        }
      }
      if (terms.size === 0) throw new NotApplicable('no text contains punctuation')
      for (const term of [...terms].slice(0, 8))
        expectFound(t, await found(t, { filter: term }), term, textColumns(t), 'a text has it')
    },
  },
  {
    id: 'search/total',
    level: 'must',
    title: 'total and totalPages count all matching rows, on every page.',
    sentences: quoted('9.3', '9.4', '2.6'),
    scope: 'table',
    comparesRows: true,
    run: async (t) => {
      const names = t.table.columns.map(({ name }) => name)
      for (const [, filter] of termsOf(t, 1)) {
        const all = await found(t, { filter })
        if (all.data.length < Math.min(all.total, t.table.limit) || all.data.length > all.total)
          t.fault(all.exchange, `a search finds ${all.data.length} rows; total is ${all.total}`)
        if (all.total > t.table.limit || all.total > 200) continue
        const limit = Math.max(1, Math.ceil(all.total / 3))
        const first = await t.page({ filter, limit })
        const pages = Math.ceil(all.total / limit)
        if (first.total !== all.total || first.totalPages !== pages) {
          const got = `total ${first.total} and totalPages ${first.totalPages}`
          t.fault(first.exchange, `${got}, not ${all.total} and ${pages}`)
        }
        const { data, last } = await walk(t, { filter }, limit)
        const difference = tallyDifference(tallyOf(data, names), tallyOf(all.data, names))
        if (difference !== undefined) t.fault(last, `${difference} on all pages together`)
      }
    },
  },
  {
    id: 'search/columns',
    level: 'must',
    title: 'filterColumns restricts the search to one column.',
    sentences: quoted('7.5', '9.3'),
    scope: 'table',
    comparesRows: true,
    run: async (t) => {
      const columns = textColumns(t)
      if (columns.length === 0) throw new NotApplicable('the table has no text column')
      for (const [, filter] of termsOf(t, 1))
        for (const column of columns.slice(0, 6)) {
          const page = await found(t, { filter, filterColumns: column })
          expectFound(t, page, filter, [column], `${column} has it`)
          expectOnly(t, page, filter, [column])
        }
    },
  },
  {
    id: 'search/several-columns',
    level: 'must',
    title: 'filterColumns with several names searches each of them.',
    sentences: quoted('7.5'),
    scope: 'table',
    comparesRows: true,
    run: async (t) => {
      const [first, ...others] = textColumns(t)
      const last = others.at(-1)
      if (first === undefined || last === undefined)
        throw new NotApplicable('the table has fewer than two text columns')
      for (const [, filter] of termsOf(t, 1)) {
        const page = await found(t, { filter, filterColumns: `${last},${first}` })
        expectFound(t, page, filter, [first, last], 'one of them has it')
        expectOnly(t, page, filter, [first, last])
      }
    },
  },
  {
    id: 'search/with-sort-and-columns',
    level: 'must',
    title: 'sort and columns do not change how many rows a search finds.',
    sentences: quoted('9.7', '7.4', '7.7'),
    scope: 'table',
    comparesRows: true,
    run: async (t) => {
      const [other] = columnsOfKind(t.table, 'number', 'time', 'other', 'unclear')
      for (const [column, filter] of termsOf(t, 1)) {
        const plain = await t.page({ filter })
        const returned = other?.name ?? column
        const selected = await t.page({ filter, sort: `${column}:desc`, columns: returned })
        if (selected.total !== plain.total)
          t.fault(
            selected.exchange,
            `total with sort and columns is ${selected.total}, not ${plain.total}`,
          )
      }
    },
  },
]

/** A text that no real row contains. */
const NOWHERE = 'q0z9x8w7-no-such-text'

/** Terms with the column that they come from. */
function termsOf(t: TableUnderTest, count: number): readonly (readonly [string, string])[] {
  const terms = textColumns(t)
    .slice(0, 8)
    .flatMap((column) =>
      termsFrom(t.table.rows, column, count).map((term) => [column, term] as const),
    )
  if (terms.length === 0) throw new NotApplicable('no text column has a word of plain letters')
  return terms
}

/** Values of number columns, which a search leaves out. */
function numbersIn({ table }: TableUnderTest): readonly string[] {
  return columnsOfKind(table, 'number').flatMap(({ name }) => {
    const values = table.rows.map((row) => JSON.stringify(row[name] ?? null))
    const value = values.find((text) => /^-?\d\d/.test(text))
    return value === undefined ? [] : [value]
  })
}

function found(t: TableUnderTest, parameters: Parameters): Promise<Page> {
  return t.page({ ...parameters, limit: t.table.limit })
}

/** Every known row with the term must be among the matches, if all of them fit in one response. */
function expectFound(
  t: TableUnderTest,
  { exchange, data, total }: Page,
  term: string,
  columns: readonly string[],
  reason: string,
): void {
  if (total > t.table.limit) return
  const names = t.table.columns.map(({ name }) => name)
  const texts = new Set(data.map((row) => rowText(row, names)))
  const missing = t.table.rows.find(
    (row) =>
      columns.some((column) => mustMatch(row[column], term)) && !texts.has(rowText(row, names)),
  )
  if (missing)
    t.fault(exchange, `the search does not find a row, although ${reason}: ${shortened(missing)}`)
}

function expectOnly(
  t: TableUnderTest,
  { exchange, data }: Page,
  term: string,
  columns: readonly string[],
): void {
  const wrong = data.find((row) => !columns.some((column) => mayMatch(row[column], term)))
  if (wrong)
    t.fault(exchange, `the search finds a row without ${JSON.stringify(term)}: ${shortened(wrong)}`)
}

function shortened(row: object): string {
  const text = JSON.stringify(row)
  return text.length > 300 ? `${text.slice(0, 300)}…` : text
}
