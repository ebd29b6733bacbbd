/** Decisions on order and values. */
import { NotApplicable, type Check } from '../../check'
import { columnsOfKind, hasDocuments, listable } from '../../column-kind'
import { decided } from '../../decisions'

export const sameValues: readonly Check[] = [
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
            t.fault(exchange, `${name}: NULL is at the wrong end of the order`)
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
      if (byCodePoint.join() !== service.names.join())
        service.fault(exchange, 'the list of tables is not sorted')
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
      // JSON.parse moves keys that are whole numbers to the front.
      if (names.length === 0 || names.some((name) => /^\d+$/.test(name)))
        throw new NotApplicable(
          'names that are whole numbers, or that need quotes, cannot be checked',
        )
      for (const requested of [names, names.toReversed()]) {
        const { exchange, columns, data } = await t.page({ columns: requested.join(), limit: 2 })
        if (columns.join() !== requested.join())
          t.fault(exchange, `columns has ${columns.join()}, not ${requested.join()}`)
        const wrong = data.find((row) => Object.keys(row).join() !== requested.join())
        if (wrong)
          t.fault(
            exchange,
            `a row has the keys ${Object.keys(wrong).join()}, not ${requested.join()}`,
          )
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
      if (integers.length === 0) throw new NotApplicable('the table has no such columns')
      const exchange = await t.query({ limit: t.table.limit })
      for (const { name } of integers) {
        const wrong = t.table.rows.find(
          (row) => typeof row[name] === 'number' && Math.abs(row[name]) > Number.MAX_SAFE_INTEGER,
        )
        if (wrong) t.fault(exchange, `${name} is the number ${String(wrong[name])}, not a string`)
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
]
