/** The tables below a table on all levels, as partitions or by inheritance; or the indexes below an index. */
import type { Knex } from 'knex'

/**
 * Begins a statement about `children`: their numbers, and the transactions that attached them.
 * @param parent its number
 */
export function withChildren(db: Knex, parent: Knex.Raw): Knex.QueryBuilder {
  const inherited = (): Knex.QueryBuilder =>
    db.select('h.inhrelid', 'h.xmin as written').from('pg_catalog.pg_inherits as h')
  const children = inherited()
    .where('h.inhparent', parent)
    .unionAll(inherited().join('children', 'children.inhrelid', 'h.inhparent'))
  return db.withRecursive('children', children)
}

/** The numbers of the parent and of its children. */
export function familyOf(db: Knex, parent: Knex.Raw): Knex.QueryBuilder {
  return withChildren(db, parent)
    .select('children.inhrelid as oid')
    .from('children')
    .union(db.select(parent))
}
