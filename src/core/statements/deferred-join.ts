/**
 * Finds the keys of the page's rows, then reads only those rows. The first step can use an index
 * that contains the keys, even if it skips many rows. If a search finds fewer rows than a page, the
 * number of keys determines the total, and no count is necessary.
 */
import type { Knex } from 'knex'
import type { Cell, OrderKey } from '../../dialect/schema'
import { TableChangedError } from '../../dialect/table-changed'
import { METADATA_COLUMNS, tokenColumn, totalColumn } from './metadata-columns'
import { cellList, limited, matchingRows, ordered, orderedRows, within } from './page-rows'
import { packingFor, type PageShape } from './page-shape'

export function deferredJoin(shape: PageShape, key: readonly OrderKey[]): Knex.QueryBuilder {
  const { db, plan, token = 'null' } = shape
  const keys = keysOfPage(shape, key)
  const isSameKey = key.map(({ sql }, index) => `${sql} = k.k${index}`).join(' and ')
  const rows = ordered(
    db
      .from(db.select(db.raw(`${token} as token`)).as('s'))
      .leftJoin(
        db.select('q.*', db.raw('count(*) over () as n')).from(keys.as('q')).as('k'),
        (join) => join.on(db.raw('1 = 1')),
      )
      .leftJoin(db.raw(plan.table.from), (join) => join.on(db.raw(isSameKey))),
    shape,
  )
  const selected = selectList(shape, key)
  const packing = packingFor(shape)
  if (!packing) return rows.select(selected)
  const unpacked = Array.from({ length: METADATA_COLUMNS + plan.columns.length }, (_, index) =>
    db.raw(packing.unpack('p.r', index)),
  )
  const packed = rows.select(db.raw(`${packing.pack('?')} as r`, [selected]))
  return db.select(unpacked).from(packed.as('p'))
}

function selectList(shape: PageShape, key: readonly OrderKey[]): Knex.Raw {
  const { db, plan, window } = shape
  const conditionsWithoutCount = [
    `k.n < ${window.take}`,
    ...(window.skip === 0 ? ['k.n is null'] : []),
  ]
  const list = [
    tokenColumn(shape, 's.token'),
    totalColumn(shape, 's.token', conditionsWithoutCount),
    db.raw(keyCount(key)),
    ...(plan.columns.length > 0 ? [db.raw(cellList(shape))] : []),
  ]
  return db.raw(list.map(() => '?').join(', '), list)
}

/** The number of keys; 0 if there are none, -1 in the row of a key without a table row. */
function keyCount([first]: readonly OrderKey[]): string {
  return `case when k.n is null then 0 when ${first?.sql ?? '1'} is null then -1 else k.n end`
}

function keysOfPage(shape: PageShape, key: readonly OrderKey[]): Knex.QueryBuilder {
  const { db, ranges } = shape
  const names = key.map(({ sql }, index) => `${sql} as k${index}`)
  if (ranges.length > 1) return keysOfRanges(shape, names)
  return limited(orderedRows(shape).select(db.raw(names.join(', '))), shape)
}

/** A single range can contain the whole page and all skipped rows. */
function keysOfRanges(shape: PageShape, names: readonly string[]): Knex.QueryBuilder {
  const { db, plan, ranges, window } = shape
  const terms = plan.order.map(({ key }, index) => `${key.sql} as o${index}`)
  const [first, ...others] = ranges.map((range, index) => {
    const found = within(matchingRows(shape), [range])
    const inRange = { ...shape, plan: { ...plan, order: range.order } }
    const keys = ordered(found, inRange).select(db.raw([...names, ...terms].join(', ')))
    const rows = keys.limit(window.skip + window.take, { skipBinding: true })
    return db.select('*').from(rows.as(`r${index}`))
  })
  if (!first) throw new Error('no range')
  const columns = names.map((_, index) => `u.k${index}`)
  const order = plan.order.map(({ key, direction }, index) => ({
    key: { ...key, sql: `u.o${index}` },
    direction,
  }))
  const keys = db.select(columns).from(first.unionAll(others).as('u'))
  return limited(ordered(keys, { ...shape, plan: { ...plan, order } }), shape)
}

/**
 * Checks that each key of a deferred join belongs to exactly one row. The unique key can have been
 * dropped since the table was described, so that values can be repeated or NULL.
 * @throws TableChangedError if a key has no row or several rows
 */
export function requireOneRowPerKey(rows: Cell[][]): Cell[][] {
  const found = rows[0]?.[2] ?? null
  if (found === null || Number(found) === 0) return rows
  if (rows.length === Number(found) && rows.every((row) => row[2] === found)) return rows
  throw new TableChangedError()
}
