/** Decisions on search, order, values and headers. */
import { NotApplicable, type Check } from '../../check'
import { columnsOfKind, hasDocuments, listable } from '../../column-kind'
import { decided } from '../../decisions'
import { textColumns } from '../../text-match'
import { codeOf } from '../errors'
import { expectInvalid, UNKNOWN } from '../invalid-query'

export const sameResponses: readonly Check[] = [
  {
    id: 'same-search/case-of-all-letters',
    level: 'sameness',
    title: 'The case of letters of other scripts, and of letters with accents, does not matter.',
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
      if (pairs.length === 0) throw new NotApplicable('no text has such letters')
      for (const [lower, upper] of pairs) {
        const one = await t.page({ filter: lower })
        const other = await t.page({ filter: upper })
        if (one.total !== other.total)
          t.fault(
            other.exchange,
            `${upper} is found ${other.total} times, ${lower} ${one.total} times`,
          )
      }
    },
  },
  {
    id: 'same-search/accents',
    level: 'sameness',
    title: 'Accents matter.',
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
          t.fault(exchange, `a row is found without ${filter}: ${JSON.stringify(wrong)}`)
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
      if (page.total !== 0) t.fault(page.exchange, `${page.total} rows are found`)
    },
  },
  {
    id: 'same-search/text-columns-only',
    level: 'sameness',
    title: 'A column that has no text, in filterColumns, is 400.',
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
    isAlike: true,
    run: async (t) => {
      await t.page({ filter: 'x'.repeat(1000) })
      expectInvalid(t, await t.query({ filter: 'x'.repeat(1001) }), '1001 characters')
    },
  },
  {
    id: 'same-order/nulls',
    level: 'sameness',
    title: 'NULL is first with asc and last with desc.',
    sentences: decided('nulls'),
    scope: 'table',
    comparesRows: true,
    run: async (t) => {
      const { limit, isWhole, columns } = t.table
      const withoutDocuments = columns.filter((column) => !hasDocuments(t.table, column))
      for (const { name } of listable(withoutDocuments)) {
        for (const direction of ['asc', 'desc'] as const) {
          const { exchange, data } = await t.page({ sort: `${name}:${direction}`, limit })
          const isNull = data.map((row) => row[name] === null)
          if (direction === 'desc') isNull.reverse()
          if (!isWhole && direction === 'desc' && isNull.includes(true) && isNull.includes(false))
            continue
          const first = isNull.indexOf(false)
          if (first >= 0 && isNull.lastIndexOf(true) > first)
            t.fault(exchange, `${name}: a NULL is at the wrong end`)
        }
      }
    },
  },
  {
    id: 'same-order/tables',
    level: 'sameness',
    title: 'The list of tables is sorted by name.',
    sentences: decided('sorted'),
    scope: 'service',
    run: async (service) => {
      const exchange = await service.get('tables')
      const byCodePoint = [...service.names].sort((a, b) =>
        Buffer.compare(Buffer.from(a), Buffer.from(b)),
      )
      if (byCodePoint.join() !== service.names.join()) service.fault(exchange, 'it is not sorted')
    },
  },
  {
    id: 'same-values/key-order',
    level: 'sameness',
    title: 'columns, and the keys of each row, have the order of the request.',
    sentences: decided('keyOrder'),
    scope: 'table',
    run: async (t) => {
      const names = listable(t.table.columns).map(({ name }) => name)
      // JSON.parse moves such keys to the front.
      if (names.length === 0 || names.some((name) => /^\d+$/.test(name)))
        throw new NotApplicable('the table has columns whose order cannot be seen')
      for (const requested of [names, names.toReversed()]) {
        const { exchange, columns, data } = await t.page({ columns: requested.join(), limit: 2 })
        if (columns.join() !== requested.join())
          t.fault(exchange, `columns has ${columns.join()}, not ${requested.join()}`)
        const wrong = data.find((row) => Object.keys(row).join() !== requested.join())
        if (wrong) t.fault(exchange, `a row has the keys ${Object.keys(wrong).join()}`)
      }
    },
  },
  {
    id: 'same-values/integers',
    level: 'sameness',
    title: 'Integers outside ±9007199254740991 are strings.',
    sentences: decided('integer'),
    scope: 'table',
    run: async (t) => {
      const integers = columnsOfKind(t.table, 'number').filter(({ type }) =>
        /int|serial/i.test(type),
      )
      const exchange = await t.query({ limit: t.table.limit })
      for (const { name } of integers) {
        const wrong = t.table.rows.find(
          (row) => typeof row[name] === 'number' && Math.abs(row[name]) > Number.MAX_SAFE_INTEGER,
        )
        if (wrong) t.fault(exchange, `${name} is the number ${String(wrong[name])}`)
      }
    },
  },
  {
    id: 'same-values/time-zone',
    level: 'sameness',
    title: 'Timestamps with time zone are in UTC and end with Z.',
    sentences: decided('zone'),
    scope: 'table',
    run: async (t) => {
      const exchange = await t.query({ limit: t.table.limit })
      const zoned = columnsOfKind(t.table, 'time').filter(({ type }) =>
        /^timestamptz|^timestamp.* with time zone/i.test(type),
      )
      if (zoned.length === 0) throw new NotApplicable('the table has no such columns')
      for (const { name } of zoned) {
        const isWrong = (value: unknown): boolean =>
          typeof value === 'string' && /^\d{4}-.*\d$/.test(value)
        const wrong = t.table.rows.find((row) => isWrong(row[name]))
        if (wrong) t.fault(exchange, `${name} is ${String(wrong[name])}`)
      }
    },
  },
  {
    id: 'same-http/links',
    level: 'sameness',
    title: 'Link has the first, next and last page.',
    sentences: decided('link'),
    scope: 'table',
    isAlike: true,
    run: async (t) => {
      const { exchange, totalPages } = await t.page({ limit: 1 })
      const link = exchange.headers.get('Link') ?? ''
      const relations = totalPages > 1 ? ['first', 'next', 'last'] : ['first']
      for (const relation of relations)
        if (!link.includes(`rel="${relation}"`)) t.fault(exchange, `Link has no ${relation}`)
    },
  },
  {
    id: 'same-http/errors',
    level: 'sameness',
    title: 'Errors are no-store; unknown tables and unknown paths are 404.',
    sentences: decided('noStore', 'tableNotFound', 'notFound'),
    scope: 'service',
    run: async (service) => {
      for (const [path, code] of [
        [`tables/${UNKNOWN}`, 'TABLE_NOT_FOUND'],
        [UNKNOWN, 'NOT_FOUND'],
        ['query?page=0', 'INVALID_QUERY'],
      ] as const) {
        const exchange = await service.get(path)
        if (codeOf(exchange) !== code)
          service.fault(exchange, `error is ${String(codeOf(exchange))}, not ${code}`)
        const cache = exchange.headers.get('Cache-Control')
        if (cache !== 'no-store') service.fault(exchange, `Cache-Control is ${String(cache)}`)
      }
    },
  },
  {
    id: 'same-http/request-id',
    level: 'sameness',
    title: 'X-Request-Id is repeated.',
    sentences: decided('requestId'),
    scope: 'service',
    run: async (service) => {
      const exchange = await service.get('tables', { headers: { 'X-Request-Id': 'conformance-1' } })
      const id = exchange.headers.get('X-Request-Id')
      if (id !== 'conformance-1') service.fault(exchange, `X-Request-Id is ${String(id)}`)
    },
  },
]
