/** `sort`: by each column in both directions, and by several columns. */
import { NotApplicable, type Check, type Page, type TableUnderTest } from '../check'
import { comparable, hasDocuments, listable } from '../column-kind'
import { quoted } from '../contract'
import { rowText, tallyDifference, tallyOf } from '../rows'
import type { Column } from '../table-reading'
import { certainOrder, orderOf, separated, sortClass } from '../value-order'

export const sort: readonly Check[] = [
  {
    id: 'sort/each-column',
    level: 'must',
    title: 'Rows can be sorted by every column in both directions, and none is lost.',
    sentences: quoted('7.6', '9.1'),
    scope: 'table',
    comparesRows: true,
    run: async (t) => {
      const names = t.table.columns.map(({ name }) => name)
      for (const { name } of listable(t.table.columns)) {
        for (const direction of ['asc', 'desc'] as const) {
          const page = await sorted(t, `${name}:${direction}`)
          if (!t.table.isWhole) continue
          const difference = tallyDifference(
            tallyOf(page.data, names),
            tallyOf(t.table.rows, names),
          )
          if (difference !== undefined) t.fault(page.exchange, difference)
        }
      }
    },
  },
  {
    id: 'sort/ascending',
    level: 'must',
    title: 'With `asc`, numbers, dates and texts ascend.',
    sentences: quoted('7.6'),
    scope: 'table',
    comparesRows: true,
    run: async (t) => {
      for (const column of listable(t.table.columns))
        expectOrder(t, column, await sorted(t, `${column.name}:asc`), 1)
    },
  },
  {
    id: 'sort/descending',
    level: 'must',
    title: 'With `desc`, numbers, dates and texts descend.',
    sentences: quoted('7.6'),
    scope: 'table',
    comparesRows: true,
    run: async (t) => {
      for (const column of listable(t.table.columns))
        expectOrder(t, column, await sorted(t, `${column.name}:desc`), -1)
    },
  },
  {
    id: 'sort/reverse',
    level: 'must',
    title: 'With `desc`, values other than NULL have the reverse order of `asc`.',
    sentences: quoted('7.6'),
    scope: 'table',
    comparesRows: true,
    run: async (t) => {
      for (const { name } of comparable(t.table.columns)) {
        const ascending = await sorted(t, `${name}:asc`)
        const descending = await lastRows(t, `${name}:desc`)
        const isPart = !t.table.isWhole
        const [up, down] = [ascending.data, descending.data.toReversed()].map((rows) =>
          rows.map((row) => row[name] ?? null).filter((value) => isPart || value !== null),
        )
        if (!up || !down || (isPart && [...up, ...down].includes(null))) continue
        const length = Math.min(up.length, down.length)
        const at = up
          .slice(0, length)
          .findIndex((value, i) => sortClass(value) !== sortClass(down[i]))
        if (at >= 0) {
          const n = at + 1
          const [a, b] = [up[at], down[at]].map((value) => JSON.stringify(value))
          t.fault(
            descending.exchange,
            `${name}: not counting NULL, value ${n} of asc is ${a}, but value ${n} from the end of desc is ${b}`,
          )
        }
      }
    },
  },
  {
    id: 'sort/groups',
    level: 'must',
    title: 'Equal values of the sort column are next to each other.',
    sentences: quoted('7.6'),
    scope: 'table',
    comparesRows: true,
    run: async (t) => {
      for (const column of comparable(t.table.columns)) {
        const { name } = column
        const { exchange, data } = await sorted(t, `${name}:asc`)
        const values = valuesOf({ data }, name)
        const isAmbiguous = hasDocuments(t.table, column)
        const flaw = separated(isAmbiguous ? values.filter((value) => value !== null) : values)
        if (flaw !== undefined)
          t.fault(exchange, `${name}: the rows with ${flaw} are not next to each other`)
      }
    },
  },
  {
    id: 'sort/several',
    level: 'must',
    title: 'With several columns, each sorts the rows that are equal in the columns before it.',
    sentences: quoted('7.6'),
    scope: 'table',
    comparesRows: true,
    run: async (t) => {
      const [first, second] = pairOf(t)
      for (const [a, b] of [
        ['asc', 'asc'],
        ['asc', 'desc'],
        ['desc', 'asc'],
      ] as const) {
        const both = `${first}:${a},${second}:${b}`
        const page = await sorted(t, both)
        const byFirst = valuesOf(await sorted(t, `${first}:${a}`), first)
        const isFirst = page.data.every(
          (row, i) => sortClass(row[first] ?? null) === sortClass(byFirst[i]),
        )
        if (!isFirst) {
          t.fault(page.exchange, `${both}: the rows are not sorted by ${first}`)
          return
        }
        const isAfter = orderOf(valuesOf(await sorted(t, `${second}:${b}`), second))
        const isWrong = page.data.some((row, i) => {
          const next = page.data[i + 1]
          const isTie = next && JSON.stringify(row[first]) === JSON.stringify(next[first])
          return isTie === true && isAfter(row[second] ?? null, next[second] ?? null)
        })
        if (isWrong) {
          t.fault(page.exchange, `${both}: rows with equal ${first} are not sorted by ${second}`)
          return
        }
      }
    },
  },
  {
    id: 'sort/column-not-returned',
    level: 'must',
    title: 'Rows can be sorted by a column that is not returned.',
    sentences: quoted('7.6', '7.7'),
    scope: 'table',
    comparesRows: true,
    run: async (t) => {
      const names = listable(t.table.columns).map(({ name }) => name)
      const [kept, ...others] = names
      const by = others.at(-1)
      if (kept === undefined || by === undefined)
        throw new NotApplicable('the table has only one column whose name needs no quotes')
      const both = await t.page({ sort: `${by}:desc`, limit: t.table.limit })
      const one = await t.page({ sort: `${by}:desc`, limit: t.table.limit, columns: kept })
      const [expected, got] = [both, one].map(({ data }) =>
        data.map((row) => rowText(row, [kept])).join(),
      )
      if (expected !== got)
        t.fault(one.exchange, 'without the sort column, the rows have another order')
    },
  },
]

function sorted(t: TableUnderTest, by: string): Promise<Page> {
  return t.page({ sort: by, limit: t.table.limit })
}

/** The rows of the last page; all rows if the table fits in one page. */
async function lastRows(t: TableUnderTest, by: string): Promise<Page> {
  const { total, limit, isWhole } = t.table
  return t.page({ sort: by, limit, page: isWhole ? 1 : Math.max(1, Math.ceil(total / limit)) })
}

function valuesOf({ data }: Pick<Page, 'data'>, column: string): readonly unknown[] {
  return data.map((row) => row[column] ?? null)
}

/** @param sign 1 for ascending, -1 for descending */
function expectOrder(t: TableUnderTest, column: Column, page: Page, sign: 1 | -1): void {
  const values = valuesOf(page, column.name).filter((value) => value !== null)
  const compare = certainOrder(column, values)
  if (!compare) return
  for (const [index, next] of values.slice(1).entries()) {
    const value = values[index]
    const [earlier, later] = sign === 1 ? [value, next] : [next, value]
    if (compare(earlier, later) <= 0) continue
    const texts = `${JSON.stringify(value)} is before ${JSON.stringify(next)}`
    t.fault(page.exchange, `${column.name}: ${texts}`)
    return
  }
}

/** A column with ties, and the column with the most distinct values, which orders the tied rows. */
function pairOf(t: TableUnderTest): readonly [string, string] {
  const { columns, rows, isWhole } = t.table
  if (!isWhole) throw new NotApplicable('the table has more rows than a response')
  const distinct = comparable(columns)
    .map(({ name }) => ({
      name,
      count: new Set(rows.map((row) => sortClass(row[name] ?? null))).size,
    }))
    .filter(({ count }) => count > 1)
    .toSorted((a, b) => a.count - b.count)
  const [first, second] = [distinct[0], distinct.at(-1)]
  if (!first || !second || first === second || first.count === rows.length)
    throw new NotApplicable(
      'the table has no two columns with several values, of which one has repeated values',
    )
  return [first.name, second.name]
}
