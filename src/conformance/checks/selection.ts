/** The selection of columns. */
import { NotApplicable, type Check, type TableUnderTest } from '../check'
import { listable } from '../column-kind'
import { quoted } from '../contract'
import { tallyDifference, tallyOf } from '../rows'

export const selection: readonly Check[] = [
  {
    id: 'selection/all',
    level: 'must',
    title: 'Without columns, a row has every column of the table.',
    sentences: quoted('9.8', '7.7'),
    scope: 'table',
    run: async (t) => {
      const { exchange, columns } = await t.page({ limit: 1 })
      for (const { name } of t.table.columns)
        if (!columns.includes(name)) t.fault(exchange, `column ${name} is missing`)
    },
  },
  {
    id: 'selection/each',
    level: 'must',
    title: 'With one name in columns, a row has only that column.',
    sentences: quoted('7.7', '2.1', '2.2'),
    scope: 'table',
    run: async (t) => {
      for (const { name } of listable(t.table.columns)) await expectColumns(t, [name])
    },
  },
  {
    id: 'selection/several',
    level: 'must',
    title: 'With several names in columns, a row has only those columns.',
    sentences: quoted('7.7', '2.1', '2.2'),
    scope: 'table',
    run: async (t) => {
      const names = listable(t.table.columns).map(({ name }) => name)
      if (names.length < 2)
        throw new NotApplicable('the table has fewer than two columns whose names need no quotes')
      await expectColumns(t, names.slice(0, 2))
      await expectColumns(t, names.slice(1))
      await expectColumns(t, names.toReversed())
    },
  },
  {
    id: 'selection/values',
    level: 'must',
    title: 'columns does not change the values of the selected columns.',
    sentences: quoted('7.7', '2.1'),
    scope: 'table',
    comparesRows: true,
    run: async (t) => {
      const { columns, rows, isWhole, limit } = t.table
      if (!isWhole) throw new NotApplicable('the table has more rows than a response')
      const names = listable(columns).map(({ name }) => name)
      const half = names.filter((_, index) => index % 2 === 0)
      if (half.length === 0)
        throw new NotApplicable('the table has no column whose name needs no quotes')
      const page = await t.page({ columns: half.join(), limit })
      const difference = tallyDifference(tallyOf(page.data, half), tallyOf(rows, half))
      if (difference !== undefined) t.fault(page.exchange, difference)
    },
  },
]

async function expectColumns(t: TableUnderTest, names: readonly string[]): Promise<void> {
  const { exchange, columns, data } = await t.page({ columns: names.join(), limit: 3 })
  const requested = [...names].sort().join()
  const listed = [...columns].sort().join()
  if (listed !== requested)
    t.fault(exchange, `columns has ${listed || 'nothing'}, not ${requested}`)
  const wrong = data.find((row) => Object.keys(row).sort().join() !== requested)
  if (wrong)
    t.fault(exchange, `a row has the keys ${Object.keys(wrong).sort().join()}, not ${requested}`)
}
