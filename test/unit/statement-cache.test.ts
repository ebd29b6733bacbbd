import { knex, type Knex } from 'knex'
import { createStatements, type Statements } from '../../src/core/statements/statement-cache'
import { windowFromStart } from '../../src/core/page-window'
import type { PagePlan } from '../../src/core/reader'
import { quoteName } from '../../src/dialect/quoted-name'
import type { Cell, OrderKey } from '../../src/dialect/schema'
import { orderKey, tableSchema } from '../support/table-schema'

const RULES = {
  orderTerm: ({ sql }: OrderKey, direction: string): string => `${sql} ${direction}`,
  comparesRowsByIndex: true,
  plansByBounds: false,
}

/** Column names with characters that knex or a driver gives a meaning. */
const NAMES = ['a?', 'b\\?', '??', ':c', 'd.e', '*', 'f as g', 'h"i', '$1', '{j}', '%k', '--', '/*']

const keyOf = (name: string): OrderKey => orderKey(`t.${quoteName(name, '"')}`, true)

const table = tableSchema({
  name: NAMES.join(),
  from: `${quoteName(NAMES.join(), '"')} as t`,
  uniqueKey: [keyOf('a?')],
})

const searchFor = (sql: string, binding: Cell): PagePlan['search'] => ({
  text: String(binding),
  shapeKey: sql,
  conditions: () => [{ sql, bindings: [binding] }],
})

const planOf = (plan: Partial<PagePlan> = {}): PagePlan => ({
  table,
  columns: NAMES.map((name) => ({ select: keyOf(name).sql })),
  order: [
    { key: keyOf('a?'), direction: 'asc' },
    { key: keyOf('b\\?'), direction: 'desc' },
  ],
  search: searchFor(`${keyOf('??').sql} like ?`, '%?%'),
  limit: 10,
  offset: 0,
  shapeKey: '',
  ...plan,
})

const cached = { version: { counter: '1', token: 'before' }, total: 5000 }

describe.each(['pg', 'mysql2', 'better-sqlite3'])('statements for %s', (client) => {
  let db: Knex
  let statements: Statements
  beforeAll(() => {
    db = knex({ client, useNullAsDefault: true })
    statements = createStatements(
      db,
      { ...RULES, maxSkip: 500 },
      { counter: () => '1', snapshotToken: 'now()' },
    )
  })
  afterAll(() => db.destroy())

  it('are compiled once for all bindings', () => {
    const pages = [2, 7, 400].map((skip) =>
      statements.page(
        planOf({ search: searchFor('x like ?', skip) }),
        {
          ...windowFromStart(skip, 10),
        },
        { cached, isCounted: true },
      ),
    )
    expect(new Set(pages.map(({ sql }) => sql)).size).toBe(1)
    expect(new Set(pages.map(({ resultTypes }) => resultTypes)).size).toBe(1)
    expect(pages.map(({ bindings }) => bindings.at(-1))).toEqual([2n, 7n, 400n])
    expect(pages.map(({ bindings }) => bindings.includes(400))).toEqual([false, false, true])
  })

  it('are kept up to a number of characters', () => {
    const resultTypes = (name: string, characters: number): unknown =>
      statements.page(
        planOf({
          shapeKey: name,
          search: searchFor(`x like ? /* ${'y'.repeat(characters)} */`, 1),
        }),
        windowFromStart(0, 10),
        { cached, isCounted: false },
      ).resultTypes
    const first = resultTypes('first', 1_500_000)
    resultTypes('second', 1_500_000)
    expect(resultTypes('first', 1_500_000)).toBe(first)
    resultTypes('third', 1_500_000)
    resultTypes('fourth', 1_500_000)
    expect(resultTypes('first', 1_500_000)).not.toBe(first)
  })

  const behindBookmark = (order: PagePlan['order'], skip: number): string =>
    statements.page(
      planOf({ order, shapeKey: JSON.stringify(order) }),
      { from: { offset: 250, values: [1, 2] }, isBackward: false, skip, take: 10 },
      { cached, isCounted: false },
    ).sql

  it('behind a bookmark are compiled once for all skipped rows if there is one range', () => {
    const ascending = NAMES.slice(0, 2).map((name) => ({
      key: { ...keyOf(name), isNullable: false },
      direction: 'asc' as const,
    }))
    expect(behindBookmark(ascending, 4)).toBe(behindBookmark(ascending, 9))
    expect(behindBookmark(ascending, 0)).not.toBe(behindBookmark(ascending, 9))
  })

  it.each([
    ['one value', [1, 2], [1, 9], [1, 2, 9]],
    ['several values', [1, 2], [3, 1], [1, 2, 3]],
  ])('between two bookmarks end at the second one: %s', (_, from, to, seek) => {
    const order = NAMES.slice(0, 2).map((name) => ({
      key: { ...keyOf(name), isNullable: false },
      direction: 'asc' as const,
    }))
    const plan = planOf({ order, search: undefined, shapeKey: 'bounded' })
    const pages = [from, from.map((value) => value + 100)].map((values, index) => {
      const end = to.map((value) => value + 100 * index)
      const window = { from: { offset: 250, values }, to: { offset: 500, values: end } }
      const page = { ...window, isBackward: false, skip: 3, take: 10 }
      return statements.page(plan, page, { cached, isCounted: false })
    })
    expect(pages[0]?.sql).toBe(pages[1]?.sql)
    expect(
      pages.map(({ bindings }) => bindings.filter((value) => typeof value === 'number')),
    ).toEqual([seek, seek.map((value) => value + 100)])
  })

  it('limit each of several ranges to the rows that it can have', () => {
    const { order } = planOf()
    expect(behindBookmark(order, 4)).toContain('limit 14')
    expect(behindBookmark(order, 9)).toContain('limit 19')
  })

  it.each([
    ['a table', true, { count: 12, areAfterKey: false }],
    // Its conditions can leave out most rows, and its total is not counted if it may be outdated.
    ['a view', false, undefined],
  ])('report how many rows they read of %s', (_, isTracked, rowsInOrder) => {
    const plan = planOf({ table: { ...table, isTracked }, search: undefined, shapeKey: 'all' })
    const total = { cached, isCounted: false, mayBeOutdated: true }
    const statement = statements.page(plan, windowFromStart(2, 10), total)
    expect(statement.rowsInOrder).toEqual(rowsInOrder)
  })

  it.each([
    ['a first page', windowFromStart(0, 10)],
    ['a deep page', windowFromStart(900, 10)],
    ['the last page', { isBackward: true, skip: 3, take: 10 }],
    [
      'a page after a bookmark',
      { from: { offset: 250, values: [1, null] }, isBackward: false, skip: 4, take: 10 },
    ],
    [
      'a page before a bookmark',
      { from: { offset: 250, values: [null, 'x'] }, isBackward: true, skip: 4, take: 10 },
    ],
    [
      'a page between two bookmarks',
      {
        from: { offset: 250, values: ['a', 'x'] },
        to: { offset: 500, values: ['b', 'x'] },
        ...{ isBackward: false, skip: 4, take: 10 },
      },
    ],
  ])('contain every name unchanged: %s', (_, window) => {
    for (const isCounted of [true, false]) {
      for (const plan of [planOf(), planOf({ search: undefined, shapeKey: 'all' })]) {
        const { sql, bindings } = statements.page(plan, window, { cached, isCounted })
        for (const { sql: name } of NAMES.map(keyOf)) {
          // `quoteName` writes NUL for `?`.
          expect(sql).toContain(name.replaceAll('\0', '?'))
        }
        const texts = NAMES.join().replaceAll('"', '""')
        const places = sql.replaceAll(`"${texts}"`, '').replace(/"(""|[^"])*"/g, '')
        expect(places.match(client === 'pg' ? /\$\d+/g : /\?/g) ?? []).toHaveLength(bindings.length)
      }
    }
  })
})
