/** Decisions on search. */
import { NotApplicable, type Check } from '../../check'
import { columnsOfKind, listable } from '../../column-kind'
import { decided } from '../../decisions'
import { textColumns } from '../../text-match'
import { expectInvalid } from '../../error-body'

export const sameSearch: readonly Check[] = [
  {
    id: 'same-search/case-of-all-letters',
    level: 'sameness',
    title: 'Search ignores the case of letters with accents and of other alphabets.',
    sentences: decided('folding'),
    scope: 'table',
    comparesRows: true,
    run: async (t) => {
      const letters = new Set<string>()
      for (const column of textColumns(t))
        for (const { [column]: value } of t.table.rows)
          for (const letter of typeof value === 'string' ? value : '')
            if (letter > '\x7f' && letters.size < 12) letters.add(letter)
      const pairs = [...letters].flatMap((letter) => {
        const [lower, upper] = [letter.toLowerCase(), letter.toUpperCase()]
        const isPair = lower !== upper && new RegExp(`^${lower}$`, 'iu').test(upper)
        return isPair ? [[lower, upper] as const] : []
      })
      if (pairs.length === 0) throw new NotApplicable('no text contains such letters')
      for (const [lower, upper] of pairs) {
        const one = await t.page({ filter: lower })
        const other = await t.page({ filter: upper })
        if (one.total !== other.total)
          t.fault(
            other.exchange,
            `a search for ${upper} finds ${other.total} rows, for ${lower} ${one.total}`,
          )
      }
    },
  },
  {
    id: 'same-search/accents',
    level: 'sameness',
    title: 'Search distinguishes letters with and without accents.',
    sentences: decided('accents'),
    scope: 'table',
    comparesRows: true,
    run: async (t) => {
      const columns = listable(t.table.columns).map(({ name }) => name)
      for (const filter of ['é', 'ü', 'o', 'a']) {
        const { exchange, data } = await t.page({ filter, limit: t.table.limit })
        const has = new RegExp(filter, 'iu')
        const wrong = data.find((row) => !columns.some((name) => has.test(String(row[name]))))
        if (wrong && columns.length === t.table.columns.length)
          t.fault(exchange, `the search finds a row without ${filter}: ${JSON.stringify(wrong)}`)
      }
    },
  },
  {
    id: 'same-search/no-text',
    level: 'sameness',
    title: 'A search in a table without text columns finds nothing.',
    sentences: decided('noText'),
    scope: 'table',
    run: async (t) => {
      const others = columnsOfKind(t.table, 'number', 'time', 'other')
      if (others.length < t.table.columns.length)
        throw new NotApplicable('the table may have text columns')
      const page = await t.page({ filter: '1' })
      if (page.total !== 0) t.fault(page.exchange, `the search finds ${page.total} rows`)
    },
  },
  {
    id: 'same-search/text-columns-only',
    level: 'sameness',
    title: 'A column of numbers or times in filterColumns is 400.',
    sentences: decided('textColumns'),
    scope: 'table',
    run: async (t) => {
      const [column] = columnsOfKind(t.table, 'number', 'time')
      if (!column) throw new NotApplicable('the table has no column of numbers or times')
      const exchange = await t.query({ filter: 'a', filterColumns: column.name })
      expectInvalid(t, exchange, `filterColumns=${column.name}`)
    },
  },
  {
    id: 'same-search/length',
    level: 'sameness',
    title: 'A filter has at most 1000 characters.',
    sentences: decided('length'),
    scope: 'table',
    needsFewTables: true,
    run: async (t) => {
      await t.page({ filter: 'x'.repeat(1000) })
      expectInvalid(t, await t.query({ filter: 'x'.repeat(1001) }), '1001 characters')
    },
  },
]
